<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
 <context>
  <name>AboutDialog</name>
  <message>
   <source>About Timbre</source>
   <translation>关于 Timbre</translation>
  </message>
  <message>
   <source>Timbre {0}</source>
   <translation>Timbre {0}</translation>
  </message>
  <message>
   <source>A voice-cloning studio on your own machine.</source>
   <translation>在您自己电脑上的声音克隆工作室。</translation>
  </message>
  <message>
   <source>Free software under the GNU General Public License, version 3 or later; it comes without any warranty.</source>
   <translation>依据 GNU 通用公共许可证第 3 版或更新版本发布的自由软件；不提供任何担保。</translation>
  </message>
  <message>
   <source>Parts and their licences</source>
   <translation>组成部分及其许可证</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close this window</source>
   <translation>关闭此窗口</translation>
  </message>
 </context>
 <context>
  <name>CloneController</name>
  <message>
   <source>Making {0}: {1} %, {2} left</source>
   <translation>正在制作 {0}：{1}%，还需 {2}</translation>
  </message>
  <message>
   <source>Making {0}…</source>
   <translation>正在制作 {0}…</translation>
  </message>
  <message>
   <source>{0} is ready</source>
   <translation>{0} 已完成</translation>
  </message>
  <message>
   <source>What was learned is kept: Try again goes on from there.</source>
   <translation>已学到的内容会保留：选择“再试一次”会从那里继续。</translation>
  </message>
  <message>
   <source>The voice could not be made</source>
   <translation>未能制作声音</translation>
  </message>
 </context>
 <context>
  <name>ClonePanel</name>
  <message>
   <source>Progress of the voice</source>
   <translation>声音的制作进度</translation>
  </message>
  <message>
   <source>Making the voice</source>
   <translation>正在制作声音</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Stop; the takes and what was learned are kept, to go on later</source>
   <translation>停止；录音和已学到的内容会保留，以后可以继续</translation>
  </message>
  <message>
   <source>Take it as it is</source>
   <translation>就用现在的</translation>
  </message>
  <message>
   <source>Stop learning and make the voice of what was learned so far</source>
   <translation>停止学习，用目前学到的内容制作声音</translation>
  </message>
  <message>
   <source>Hear it so far</source>
   <translation>试听目前的声音</translation>
  </message>
  <message>
   <source>A sentence in the voice as it is by now; the work goes on</source>
   <translation>用目前学到的声音说一句话；制作会继续</translation>
  </message>
  <message>
   <source>Back to the takes</source>
   <translation>返回录音</translation>
  </message>
  <message>
   <source>Go back to the sentences; the voice goes on</source>
   <translation>回到句子；声音会继续制作</translation>
  </message>
  <message>
   <source>Check the takes</source>
   <translation>检查录音</translation>
  </message>
  <message>
   <source>Level, noise, clipping and missed words of each take</source>
   <translation>每条录音的音量、噪声、削波和漏读的词</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>再试一次</translation>
  </message>
  <message>
   <source>Go on where it stopped</source>
   <translation>从停下的地方继续</translation>
  </message>
  <message>
   <source>Compare it with you</source>
   <translation>与您本人比较</translation>
  </message>
  <message>
   <source>Hear your own takes beside the voice</source>
   <translation>把您自己的录音与声音放在一起听</translation>
  </message>
  <message>
   <source>Speak with it</source>
   <translation>用它朗读</translation>
  </message>
  <message>
   <source>Try the new voice</source>
   <translation>试试新的声音</translation>
  </message>
  <message>
   <source>Making the voice {0}</source>
   <translation>正在制作声音 {0}</translation>
  </message>
  <message>
   <source>The voice after {0} steps can be heard.</source>
   <translation>可以试听第 {0} 步后的声音。</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Making the voice of what was learned so far</source>
   <translation>正在用目前学到的内容制作声音</translation>
  </message>
  <message>
   <source>The voice is ready.</source>
   <translation>声音已完成。</translation>
  </message>
  <message>
   <source>The voice could not be made.</source>
   <translation>未能制作声音。</translation>
  </message>
  <message>
   <source>Starting</source>
   <translation>正在开始</translation>
  </message>
  <message>
   <source>The speech server has started again: going on where the clone was</source>
   <translation>语音服务器已重新启动：从中断处继续制作</translation>
  </message>
  <message>
   <source>Reading the takes</source>
   <translation>正在读取录音</translation>
  </message>
  <message>
   <source>Measuring the takes</source>
   <translation>正在测量录音</translation>
  </message>
  <message>
   <source>Looking for where the voice starts</source>
   <translation>正在确定声音的起点</translation>
  </message>
  <message>
   <source>Learning the voice</source>
   <translation>正在学习声音</translation>
  </message>
  <message>
   <source>Comparing the voice with yours</source>
   <translation>正在与您的声音比较</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>步数</translation>
  </message>
  <message>
   <source>Loss</source>
   <translation>损失</translation>
  </message>
  <message>
   <source>Loss on held-out takes</source>
   <translation>留出录音的损失</translation>
  </message>
  <message>
   <source>Elapsed</source>
   <translation>已用时间</translation>
  </message>
  <message>
   <source>Time left</source>
   <translation>剩余时间</translation>
  </message>
 </context>
 <context>
  <name>CloneRoute</name>
  <message>
   <source>{0} is still being made: make this voice when it is ready.</source>
   <translation>{0} 仍在制作中：请等它完成后再制作这个声音。</translation>
  </message>
  <message>
   <source>Another voice is being made: make this one again when it has ended.</source>
   <translation>正在制作另一个声音：等它结束后再重新制作这个。</translation>
  </message>
  <message>
   <source>Cancelled; the takes are kept.</source>
   <translation>已取消；录音会保留。</translation>
  </message>
 </context>
 <context>
  <name>ConsentCheck</name>
  <message>
   <source>Record your consent first: it is the first sentence.</source>
   <translation>请先录制您的同意声明：它是第一句。</translation>
  </message>
  <message>
   <source>Your consent could not be understood: record the first sentence again, as it stands.</source>
   <translation>没能听懂您的同意声明：请按原文重新录制第一句。</translation>
  </message>
  <message>
   <source>The check finds fault with your consent: read it again, or keep it with K.</source>
   <translation>检查发现您的同意声明有问题：请重新朗读，或按 K 保留。</translation>
  </message>
  <message>
   <source>Your consent is checked once the speech server is up; then make the voice.</source>
   <translation>语音服务器就绪后会检查您的同意声明，然后制作声音。</translation>
  </message>
  <message>
   <source>Checking your consent; the voice is made right after.</source>
   <translation>正在检查您的同意声明；随后立即制作声音。</translation>
  </message>
 </context>
 <context>
  <name>ControlSlider</name>
  <message>
   <source>{0}: double-click for the voice's own</source>
   <translation>{0}：双击恢复声音本来的值</translation>
  </message>
 </context>
 <context>
  <name>DeletedButton</name>
  <message>
   <source>Bring back {0} (deleted {1})</source>
   <translation>恢复 {0}（删除于 {1}）</translation>
  </message>
 </context>
 <context>
  <name>Dialogs</name>
  <message>
   <source>Rename the voice</source>
   <translation>重命名声音</translation>
  </message>
  <message>
   <source>New name:</source>
   <translation>新名称：</translation>
  </message>
  <message>
   <source>Forget everything that was spoken?</source>
   <translation>要忘掉所有朗读过的内容吗？</translation>
  </message>
  <message>
   <source>The texts and their sound are removed from this computer. This cannot be undone.</source>
   <translation>文本及其声音将从这台电脑上移除。此操作无法撤销。</translation>
  </message>
  <message>
   <source>Forget</source>
   <translation>忘掉</translation>
  </message>
  <message>
   <source>There is already a voice “{0}”. Make it anew?</source>
   <translation>已经有名为“{0}”的声音。要重新制作吗？</translation>
  </message>
  <message>
   <source>The new voice takes its place; until it is ready, the old one stays.</source>
   <translation>新的声音会取代它；完成之前，旧的仍然保留。</translation>
  </message>
  <message>
   <source>Make it anew</source>
   <translation>重新制作</translation>
  </message>
  <message>
   <source>The voice {0} is still being made. Close Timbre?</source>
   <translation>声音 {0} 仍在制作中。要关闭 Timbre 吗？</translation>
  </message>
  <message>
   <source>What was learned is kept: open its recordings and choose “Make the voice” to go on from there.</source>
   <translation>已学到的内容会保留：打开它的录音并选择“制作声音”即可从那里继续。</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Keep it open</source>
   <translation>保持打开</translation>
  </message>
  <message>
   <source>The recordings were not taken over yet. Close Timbre?</source>
   <translation>这些录音尚未采用。要关闭 Timbre 吗？</translation>
  </message>
  <message>
   <source>The texts on this page are not kept; the files themselves stay as they are.</source>
   <translation>本页上的文字不会保留；文件本身保持不变。</translation>
  </message>
  <message>
   <source>Keep it</source>
   <translation>保留</translation>
  </message>
  <message>
   <source>Import a voice</source>
   <translation>导入声音</translation>
  </message>
  <message>
   <source>Import a folder</source>
   <translation>导入文件夹</translation>
  </message>
  <message>
   <source>Import recordings</source>
   <translation>导入录音</translation>
  </message>
  <message>
   <source>Recordings ({0})</source>
   <translation>录音（{0}）</translation>
  </message>
  <message>
   <source>Export the voice</source>
   <translation>导出声音</translation>
  </message>
  <message>
   <source>Export the speech</source>
   <translation>导出语音</translation>
  </message>
  <message>
   <source>Texts (*.txt *.csv *.tsv)</source>
   <translation>文本（*.txt *.csv *.tsv）</translation>
  </message>
  <message>
   <source>Texts to speak: one a line, or a table with a column “text”</source>
   <translation>要朗读的文本：每行一段，或带有“text”列的表格</translation>
  </message>
  <message>
   <source>A folder for {0} sound files</source>
   <translation>用于存放 {0} 个声音文件的文件夹</translation>
  </message>
  <message>
   <source>Timbre voices (*{0})</source>
   <translation>Timbre 声音（*{0}）</translation>
  </message>
 </context>
 <context>
  <name>DictionaryDialog</name>
  <message>
   <source>Pronunciation</source>
   <translation>发音</translation>
  </message>
  <message>
   <source>Word</source>
   <translation>词</translation>
  </message>
  <message>
   <source>A word as it is written</source>
   <translation>词的书面写法</translation>
  </message>
  <message>
   <source>Sounds like</source>
   <translation>读作</translation>
  </message>
  <message>
   <source>Write it as it sounds, such as “tam-ber” for “timbre”</source>
   <translation>按读音写，例如把“timbre”写成“tam-ber”</translation>
  </message>
  <message>
   <source>IPA</source>
   <translation>国际音标</translation>
  </message>
  <message>
   <source>Phonetic letters, filled in from above</source>
   <translation>音标，根据上面的内容填写</translation>
  </message>
  <message>
   <source>Hear</source>
   <translation>试听</translation>
  </message>
  <message>
   <source>Hear these phonetic letters</source>
   <translation>试听这些音标</translation>
  </message>
  <message>
   <source>Keep</source>
   <translation>保留</translation>
  </message>
  <message>
   <source>Speak the word so from now on</source>
   <translation>从现在起这样读这个词</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Speak the chosen word as before</source>
   <translation>像以前那样读所选的词</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close the dictionary</source>
   <translation>关闭词典</translation>
  </message>
  <message>
   <source>All words are spoken as Timbre knows them.</source>
   <translation>所有词都按 Timbre 已知的方式朗读。</translation>
  </message>
  <message>
   <source>&amp;Word</source>
   <translation>词(&amp;W)</translation>
  </message>
  <message>
   <source>Sounds &amp;like</source>
   <translation>读作(&amp;L)</translation>
  </message>
  <message>
   <source>&amp;IPA</source>
   <translation>国际音标(&amp;I)</translation>
  </message>
  <message>
   <source>Words of the dictionary</source>
   <translation>词典中的词</translation>
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>Export the speech</source>
   <translation>导出语音</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <source>Encoding</source>
   <translation>编码</translation>
  </message>
  <message>
   <source>Sample rate</source>
   <translation>采样率</translation>
  </message>
  <message>
   <source>&amp;One file</source>
   <translation>一个文件(&amp;O)</translation>
  </message>
  <message>
   <source>One file for each &amp;sentence</source>
   <translation>每句一个文件(&amp;S)</translation>
  </message>
  <message>
   <source>S&amp;RT</source>
   <translation>S&amp;RT</translation>
  </message>
  <message>
   <source>Web&amp;VTT</source>
   <translation>Web&amp;VTT</translation>
  </message>
  <message>
   <source>Choose the folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <source>Choose the file…</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <source>Usual</source>
   <translation>常用</translation>
  </message>
  <message>
   <source>32-bit float</source>
   <translation>32 位浮点</translation>
  </message>
  <message>
   <source>{0} bit</source>
   <translation>{0} 位</translation>
  </message>
  <message>
   <source>{0:.5g} kHz</source>
   <translation>{0:.5g} kHz</translation>
  </message>
  <message>
   <source>As it was made</source>
   <translation>与生成时相同</translation>
  </message>
  <message>
   <source>Each file says in its metadata that it is synthetic speech.</source>
   <translation>每个文件都会在元数据中注明是合成语音。</translation>
  </message>
  <message>
   <source>&amp;Format</source>
   <translation>格式(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;Encoding</source>
   <translation>编码(&amp;E)</translation>
  </message>
  <message>
   <source>Sample &amp;rate</source>
   <translation>采样率(&amp;R)</translation>
  </message>
  <message>
   <source>Subtitles</source>
   <translation>字幕</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>文件</translation>
  </message>
 </context>
 <context>
  <name>FileDialog</name>
  <message>
   <source>&amp;Look in:</source>
   <translation>位置(&amp;L)：</translation>
  </message>
  <message>
   <source>Files of &amp;type:</source>
   <translation>文件类型(&amp;T)：</translation>
  </message>
 </context>
 <context>
  <name>FolderOpener</name>
  <message>
   <source>No program was found that shows this folder: {0}</source>
   <translation>没有找到可以显示此文件夹的程序：{0}</translation>
  </message>
 </context>
 <context>
  <name>HelpController</name>
  <message>
   <source>Voices</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Settings and privacy</source>
   <translation>设置与隐私</translation>
  </message>
  <message>
   <source>All keys</source>
   <translation>所有按键</translation>
  </message>
  <message>
   <source>When something fails</source>
   <translation>出错的时候</translation>
  </message>
  <message>
   <source>**The base model and the example takes** are Timbre's own; what they were made from:</source>
   <translation>**基础模型和示例录音** 由 Timbre 自己制作，所用的材料：</translation>
  </message>
  <message>
   <source>**Methods**: FastPitch (Łańcucki 2021), HiFi-GAN (Kong et al. 2020).</source>
   <translation>**方法**：FastPitch（Łańcucki 2021），HiFi-GAN（Kong 等 2020）。</translation>
  </message>
  <message>
   <source>**Packages**</source>
   <translation>**软件包**</translation>
  </message>
 </context>
 <context>
  <name>HelpDialog</name>
  <message>
   <source>Help</source>
   <translation>帮助</translation>
  </message>
  <message>
   <source>Topics</source>
   <translation>主题</translation>
  </message>
  <message>
   <source>Help text</source>
   <translation>帮助文本</translation>
  </message>
 </context>
 <context>
  <name>HistoryController</name>
  <message>
   <source>bringing back from the history</source>
   <translation>从历史中取回</translation>
  </message>
  <message>
   <source>Brought back; Speak plays it.</source>
   <translation>已取回；按“朗读”播放。</translation>
  </message>
 </context>
 <context>
  <name>HistoryDialog</name>
  <message>
   <source>History</source>
   <translation>历史</translation>
  </message>
  <message>
   <source>Search the texts</source>
   <translation>搜索文本</translation>
  </message>
  <message>
   <source>Search the history</source>
   <translation>搜索历史</translation>
  </message>
  <message>
   <source>What was spoken before</source>
   <translation>以前朗读过的内容</translation>
  </message>
  <message>
   <source>Bring back</source>
   <translation>取回</translation>
  </message>
  <message>
   <source>Text, voice and settings as they were</source>
   <translation>恢复当时的文本、声音和设置</translation>
  </message>
  <message>
   <source>Forget</source>
   <translation>忘掉</translation>
  </message>
  <message>
   <source>Remove it from the history</source>
   <translation>从历史中移除</translation>
  </message>
  <message>
   <source>Forget everything</source>
   <translation>全部忘掉</translation>
  </message>
  <message>
   <source>Remove all texts and their sound</source>
   <translation>移除所有文本及其声音</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close the history</source>
   <translation>关闭历史</translation>
  </message>
  <message>
   <source>Nothing yet: what you speak is listed here.</source>
   <translation>还没有内容：您朗读过的会列在这里。</translation>
  </message>
  <message>
   <source>Nothing in the history has these words.</source>
   <translation>历史中没有包含这些词的内容。</translation>
  </message>
  <message>
   <source>The history stays on this computer.</source>
   <translation>历史保存在这台电脑上。</translation>
  </message>
  <message>
   <source>Pace {0:g}, pitch {1:+g} st, energy {2:+g} dB, liveliness {3:g}</source>
   <translation>语速 {0:g}，音高 {1:+g} 半音，力度 {2:+g} dB，生动度 {3:g}</translation>
  </message>
  <message>
   <source>sentences with changes of their own: {0}</source>
   <translation>有单独更改的句子：{0}</translation>
  </message>
 </context>
 <context>
  <name>ImportController</name>
  <message>
   <source>Looking at the recordings…</source>
   <translation>正在查看录音…</translation>
  </message>
 </context>
 <context>
  <name>ImportPanel</name>
  <message>
   <source>Import recordings</source>
   <translation>导入录音</translation>
  </message>
  <message>
   <source>Recording</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Length</source>
   <translation>时长</translation>
  </message>
  <message>
   <source>What is said in it</source>
   <translation>所说的内容</translation>
  </message>
  <message>
   <source>Recordings and their texts</source>
   <translation>录音及其文本</translation>
  </message>
  <message>
   <source>Folder…</source>
   <translation>文件夹…</translation>
  </message>
  <message>
   <source>Take all recordings of a folder</source>
   <translation>使用一个文件夹中的所有录音</translation>
  </message>
  <message>
   <source>Files…</source>
   <translation>文件…</translation>
  </message>
  <message>
   <source>Choose recordings; long ones are cut at their pauses</source>
   <translation>选择录音；较长的会在停顿处切开</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>Hear the chosen recording</source>
   <translation>听所选的录音</translation>
  </message>
  <message>
   <source>Recognise texts</source>
   <translation>识别文本</translation>
  </message>
  <message>
   <source>Write down what is said where no text is</source>
   <translation>为没有文本的录音写下所说的内容</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>返回</translation>
  </message>
  <message>
   <source>Import nothing</source>
   <translation>不导入任何内容</translation>
  </message>
  <message>
   <source>Take them over</source>
   <translation>接收</translation>
  </message>
  <message>
   <source>Make a session of the ticked recordings</source>
   <translation>用勾选的录音建立一组录音</translation>
  </message>
  <message>
   <source>Recognising the texts</source>
   <translation>正在识别文本</translation>
  </message>
  <message>
   <source>Import recordings for {0}</source>
   <translation>为 {0} 导入录音</translation>
  </message>
  <message>
   <source>{0:.1f} s</source>
   <translation>{0:.1f} 秒</translation>
  </message>
  <message>
   <source>Taking the recordings over…</source>
   <translation>正在接收录音…</translation>
  </message>
  <message>
   <source>Choose a folder or files, or drop them here. Long recordings are cut at their pauses.</source>
   <translation>选择文件夹或文件，或把它们拖到这里。较长的录音会在停顿处切开。</translation>
  </message>
  <message>
   <source>{0} recordings, {1} still without a text: type it, have it recognised, or untick them.</source>
   <translation>{0} 条录音，其中 {1} 条还没有文本：请输入、让程序识别，或取消勾选。</translation>
  </message>
  <message>
   <source>{0} recordings with their texts: see that each says what is heard.</source>
   <translation>{0} 条录音都有文本：请确认每条写的就是听到的内容。</translation>
  </message>
 </context>
 <context>
  <name>LevelMeterBar</name>
  <message>
   <source>Microphone level</source>
   <translation>麦克风电平</translation>
  </message>
  <message>
   <source>Microphone level in dBFS; speak so that the peaks reach the marked zone, −24 to −6</source>
   <translation>麦克风电平（dBFS）；说话时峰值应达到标出的区域，−24 到 −6</translation>
  </message>
  <message>
   <source>silence</source>
   <translation>无声</translation>
  </message>
  <message>
   <source>{0:.0f} dBFS</source>
   <translation>{0:.0f} dBFS</translation>
  </message>
  <message>
   <source>clipping</source>
   <translation>削波</translation>
  </message>
 </context>
 <context>
  <name>LikenessScale</name>
  <message>
   <source>Likeness</source>
   <translation>相似度</translation>
  </message>
  <message>
   <source>somebody else</source>
   <translation>别人</translation>
  </message>
  <message>
   <source>the person</source>
   <translation>本人</translation>
  </message>
 </context>
 <context>
  <name>LossPlot</name>
  <message>
   <source>The curves appear when the voice begins to learn.</source>
   <translation>声音开始学习后会显示曲线。</translation>
  </message>
  <message>
   <source>Loss over the steps</source>
   <translation>各步的损失</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>步数</translation>
  </message>
  <message>
   <source>Loss</source>
   <translation>损失</translation>
  </message>
  <message>
   <source>takes it learns from</source>
   <translation>用于学习的录音</translation>
  </message>
  <message>
   <source>held-out takes</source>
   <translation>留出的录音</translation>
  </message>
  <message>
   <source>Step {0}: loss {1:.3f}, held out {2:.3f}</source>
   <translation>第 {0} 步：损失 {1:.3f}，留出 {2:.3f}</translation>
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source>Timbre</source>
   <translation>Timbre</translation>
  </message>
  <message>
   <source>Speech server</source>
   <translation>语音服务器</translation>
  </message>
  <message>
   <source>The voice that is being made</source>
   <translation>正在制作的声音</translation>
  </message>
  <message>
   <source>Show the voice that is being made</source>
   <translation>显示正在制作的声音</translation>
  </message>
  <message>
   <source>Voices</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>The voices you have</source>
   <translation>您拥有的声音</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Record sentences and make a voice of them</source>
   <translation>录制句子并用它们制作声音</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Have a voice speak your text</source>
   <translation>让声音朗读您的文本</translation>
  </message>
  <message>
   <source>Theme, sound, speech server, privacy</source>
   <translation>主题、声音设备、语音服务器、隐私</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Help</source>
   <translation>帮助</translation>
  </message>
  <message>
   <source>Help for this screen</source>
   <translation>此页面的帮助</translation>
  </message>
  <message>
   <source>About Timbre</source>
   <translation>关于 Timbre</translation>
  </message>
  <message>
   <source>Version, licence and parts</source>
   <translation>版本、许可证和组成部分</translation>
  </message>
  <message>
   <source>The recordings were taken over. Now read the consent below, or drop a recording of it on this page.</source>
   <translation>录音已接收。现在请朗读下面的同意声明，或把它的录音拖到此页面上。</translation>
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close the message</source>
   <translation>关闭消息</translation>
  </message>
  <message>
   <source>Do it</source>
   <translation>执行</translation>
  </message>
 </context>
 <context>
  <name>Messages</name>
  <message>
   <source>There is no folder {folder}.</source>
   <translation>没有文件夹 {folder}。</translation>
  </message>
  <message>
   <source>{folder} holds no takes: put {metadata} and {sounds}/ there, or recordings with .txt files.</source>
   <translation>{folder} 中没有录音：请在其中放入 {metadata} 和 {sounds}/，或带有 .txt 文件的录音。</translation>
  </message>
  <message>
   <source>Two takes have the id {id!r}: give each its own.</source>
   <translation>两条录音的编号都是 {id!r}：请为它们分别编号。</translation>
  </message>
  <message>
   <source>The archive of takes has no {metadata}.</source>
   <translation>录音包中没有 {metadata}。</translation>
  </message>
  <message>
   <source>The archive of takes is broken: send it again.</source>
   <translation>录音包已损坏：请重新发送。</translation>
  </message>
  <message>
   <source>{file} is not UTF-8 text: save it as UTF-8.</source>
   <translation>{file} 不是 UTF-8 文本：请保存为 UTF-8。</translation>
  </message>
  <message>
   <source>Line {number} of {metadata} is not `id|text`: {text!r}.</source>
   <translation>{metadata} 的第 {number} 行不是 `编号|文本`：{text!r}。</translation>
  </message>
  <message>
   <source>Line {number} of {metadata} has an id that cannot name a file: {id!r}.</source>
   <translation>{metadata} 的第 {number} 行的编号不能作为文件名：{id!r}。</translation>
  </message>
  <message>
   <source>{sounds}/{id}.wav is missing, which line {number} of {metadata} names.</source>
   <translation>缺少 {sounds}/{id}.wav，{metadata} 的第 {number} 行提到了它。</translation>
  </message>
  <message>
   <source>{sound} has no {text} beside it with the words that are read.</source>
   <translation>{sound} 旁边没有写着朗读内容的 {text}。</translation>
  </message>
  <message>
   <source>{text} is empty: write the words that are read in {sound}.</source>
   <translation>{text} 是空的：请把朗读的内容写入 {sound}。</translation>
  </message>
  <message>
   <source>Rename {sound}: its name has characters that other systems refuse.</source>
   <translation>请重命名 {sound}：它的名称含有其他系统不接受的字符。</translation>
  </message>
  <message>
   <source>The archive of takes is too large.</source>
   <translation>录音包太大。</translation>
  </message>
  <message>
   <source>The archive of takes holds something that is no take: {name!r}.</source>
   <translation>录音包中有不是录音的内容：{name!r}。</translation>
  </message>
  <message>
   <source>there is no file {source}</source>
   <translation>没有文件 {source}</translation>
  </message>
  <message>
   <source>{name} holds no sound: record it again</source>
   <translation>{name} 中没有声音：请重新录制</translation>
  </message>
  <message>
   <source>{name} is damaged: record it again</source>
   <translation>{name} 已损坏：请重新录制</translation>
  </message>
  <message>
   <source>cannot write {file}: choose a name that ends in .wav, .flac, .ogg or .mp3</source>
   <translation>无法写入 {file}：请选择以 .wav、.flac、.ogg 或 .mp3 结尾的名称</translation>
  </message>
  <message>
   <source>{name} is not a sound file that can be read: record it again or convert it to WAV</source>
   <translation>{name} 不是可读取的声音文件：请重新录制，或转换为 WAV</translation>
  </message>
  <message>
   <source>no base model in {folder}: run `timbre doctor`, or set TIMBRE_BASE to its folder</source>
   <translation>{folder} 中没有基础模型：请运行 `timbre doctor`，或把 TIMBRE_BASE 设为它所在的文件夹</translation>
  </message>
  <message>
   <source>the base model in {folder} was trained with another symbol table</source>
   <translation>{folder} 中的基础模型是用另一份符号表训练的</translation>
  </message>
  <message>
   <source>the base model in {folder} was trained with other mel numbers</source>
   <translation>{folder} 中的基础模型是用另一组梅尔参数训练的</translation>
  </message>
  <message>
   <source>the base model lacks {name}: reinstall Timbre</source>
   <translation>基础模型缺少 {name}：请重新安装 Timbre</translation>
  </message>
  <message>
   <source>the base model has no speaker {name!r}</source>
   <translation>基础模型中没有说话人 {name!r}</translation>
  </message>
  <message>
   <source>To compile its networks Timbre needs a C compiler (`sudo apt-get install gcc python3-dev`): install it, or set TIMBRE_ENGINE=cudagraph.</source>
   <translation>Timbre 编译网络需要 C 编译器（`sudo apt-get install gcc python3-dev`）：请安装它，或设置 TIMBRE_ENGINE=cudagraph。</translation>
  </message>
  <message>
   <source>TensorRT for RTX knows cards of compute capability {known}, not {capability}: set TIMBRE_ENGINE=cudagraph.</source>
   <translation>TensorRT for RTX 支持计算能力为 {known} 的显卡，不支持 {capability}：请设置 TIMBRE_ENGINE=cudagraph。</translation>
  </message>
  <message>
   <source>TensorRT for RTX does not understand {network}: {reason}</source>
   <translation>TensorRT for RTX 无法识别 {network}：{reason}</translation>
  </message>
  <message>
   <source>TensorRT for RTX could not build {network} for {capability}.</source>
   <translation>TensorRT for RTX 无法为 {capability} 构建 {network}。</translation>
  </message>
  <message>
   <source>TensorRT for RTX is not installed; run `pip install 'timbre[rtx]'`.</source>
   <translation>没有安装 TensorRT for RTX；请运行 `pip install 'timbre[rtx]'`。</translation>
  </message>
  <message>
   <source>This card refuses its engine: set TIMBRE_ENGINE=cudagraph.</source>
   <translation>这块显卡拒绝了为它构建的引擎：请设置 TIMBRE_ENGINE=cudagraph。</translation>
  </message>
  <message>
   <source>TensorRT for RTX needs an NVIDIA card: set TIMBRE_ENGINE=onnx.</source>
   <translation>TensorRT for RTX 需要 NVIDIA 显卡：请设置 TIMBRE_ENGINE=onnx。</translation>
  </message>
  <message>
   <source>TIMBRE_ENGINE=compiled wants a GPU that torch can use; set it to auto, or leave it out.</source>
   <translation>TIMBRE_ENGINE=compiled 需要 torch 能使用的 GPU；请设为 auto，或不设置。</translation>
  </message>
  <message>
   <source>{count} samples are too few for a mel</source>
   <translation>{count} 个采样太少，无法计算频谱</translation>
  </message>
  <message>
   <source>The speech server is busy with {streams} requests; try again in a moment.</source>
   <translation>语音服务器正忙于 {streams} 个请求；请稍后再试。</translation>
  </message>
  <message>
   <source>The text has {size:,} characters and a request may have {limit:,}: send it in passages.</source>
   <translation>文本有 {size:,} 个字符，而一个请求最多 {limit:,} 个：请分段发送。</translation>
  </message>
  <message>
   <source>The server does not have this voice yet; send its file.</source>
   <translation>服务器还没有这个声音；请发送它的文件。</translation>
  </message>
  <message>
   <source>The vocoder is busy with {streams} streams; try again in a moment.</source>
   <translation>声码器正忙于 {streams} 路语音；请稍后再试。</translation>
  </message>
  <message>
   <source>liveliness {liveliness:g} is out of range: choose 0 to 2</source>
   <translation>生动度 {liveliness:g} 超出范围：请选择 0 到 2</translation>
  </message>
  <message>
   <source>seed {seed} is out of range: choose 0 to {most}</source>
   <translation>种子 {seed} 超出范围：请选择 0 到 {most}</translation>
  </message>
  <message>
   <source>pace {pace:g} is out of range: choose 0.4 to 2.5</source>
   <translation>语速 {pace:g} 超出范围：请选择 0.4 到 2.5</translation>
  </message>
  <message>
   <source>pitch {pitch:g} is out of range: choose -12 to 12 semitones</source>
   <translation>音高 {pitch:g} 超出范围：请选择 -12 到 12 个半音</translation>
  </message>
  <message>
   <source>energy {energy:g} is out of range: choose -12 to 12 dB</source>
   <translation>力度 {energy:g} 超出范围：请选择 -12 到 12 dB</translation>
  </message>
  <message>
   <source>the voice {name!r} was made for another base model: clone it again from its takes</source>
   <translation>声音 {name!r} 是为另一个基础模型制作的：请用它的录音重新克隆</translation>
  </message>
  <message>
   <source>the voice {name!r} is broken: clone it again from its takes</source>
   <translation>声音 {name!r} 已损坏：请用它的录音重新克隆</translation>
  </message>
  <message>
   <source>pitch</source>
   <translation>音高</translation>
  </message>
  <message>
   <source>length</source>
   <translation>时长</translation>
  </message>
  <message>
   <source>the {what} of a phoneme is out of range: choose {low:g} to {high:g}</source>
   <translation>音素的{what}超出范围：请选择 {low:g} 到 {high:g}</translation>
  </message>
  <message>
   <source>{changes} changes of pitch and timing do not fit {phonemes} phonemes: reset the sentence</source>
   <translation>{changes} 处音高和时长的更改与 {phonemes} 个音素不符：请复位句子</translation>
  </message>
  <message>
   <source>Nothing was heard: check that the right microphone is chosen and not muted.</source>
   <translation>什么也没听到：请检查是否选对了麦克风、是否静音。</translation>
  </message>
  <message>
   <source>This was recorded at {rate} Hz, which sounds dull: use 22,050 Hz or more.</source>
   <translation>这是以 {rate} Hz 录制的，听起来发闷：请使用 22,050 Hz 或更高。</translation>
  </message>
  <message>
   <source>The beginning seems to be cut off: wait a moment before you speak.</source>
   <translation>开头似乎被截断了：开口前请稍等片刻。</translation>
  </message>
  <message>
   <source>This is longer than {seconds:.0f} s: read one sentence a take.</source>
   <translation>这超过了 {seconds:.0f} 秒：每条录音只读一句。</translation>
  </message>
  <message>
   <source>This is too short for its sentence: read all of it, a little more slowly.</source>
   <translation>对这个句子来说太短：请完整地、稍慢一些朗读。</translation>
  </message>
  <message>
   <source>The take holds no sound: record it again.</source>
   <translation>录音中没有声音：请重新录制。</translation>
  </message>
  <message>
   <source>Heard beside the sentence: {words}. Read it as it stands.</source>
   <translation>句子之外还听到了：{words}。请按原文朗读。</translation>
  </message>
  <message>
   <source>This is too quiet to use: come closer to the microphone or turn it up.</source>
   <translation>太轻，无法使用：请靠近麦克风或调高音量。</translation>
  </message>
  <message>
   <source>This is far too loud and distorted: turn the microphone down.</source>
   <translation>太响且失真：请把麦克风调低。</translation>
  </message>
  <message>
   <source>The voice does not stand out from the noise: find a quieter place.</source>
   <translation>说话声被噪声盖住：请找一个更安静的地方。</translation>
  </message>
  <message>
   <source>The room echoes: come closer to the microphone, or go where carpets and curtains are.</source>
   <translation>房间有回声：请靠近麦克风，或换到有地毯和窗帘的地方。</translation>
  </message>
  <message>
   <source>The end seems to be cut off: wait a moment before you stop.</source>
   <translation>结尾似乎被截断了：停止前请稍等片刻。</translation>
  </message>
  <message>
   <source>This is too short to use: read the whole sentence.</source>
   <translation>太短，无法使用：请朗读整个句子。</translation>
  </message>
  <message>
   <source>This does not sound like the sentence: read it as it stands.</source>
   <translation>听起来不像这个句子：请按原文朗读。</translation>
  </message>
  <message>
   <source>Not heard: {words}. Read the sentence once more.</source>
   <translation>没有听到：{words}。请再读一遍这个句子。</translation>
  </message>
  <message>
   <source>This is quiet: come closer to the microphone or turn it up.</source>
   <translation>偏轻：请靠近麦克风或调高音量。</translation>
  </message>
  <message>
   <source>Loud moments are distorted: turn the microphone down a little.</source>
   <translation>响的地方失真：请把麦克风略微调低。</translation>
  </message>
  <message>
   <source>There is much noise: find a quieter place or come closer.</source>
   <translation>噪声很大：请找一个更安静的地方或靠近一些。</translation>
  </message>
  <message>
   <source>espeak-ng cannot read its data in {folder}: install it again.</source>
   <translation>espeak-ng 无法读取 {folder} 中的数据：请重新安装。</translation>
  </message>
  <message>
   <source>espeak-ng cannot speak {language!r}: choose one of its languages, such as en-us, de, fr-fr or cmn.</source>
   <translation>espeak-ng 不会说 {language!r}：请选择它的一种语言，例如 en-us、de、fr-fr 或 cmn。</translation>
  </message>
  <message>
   <source>espeak-ng cannot be loaded: {reason}.</source>
   <translation>espeak-ng 无法加载：{reason}。</translation>
  </message>
  <message>
   <source>espeak-ng's voice for {language!r} cannot be loaded: install it again.</source>
   <translation>espeak-ng 的 {language!r} 语音无法加载：请重新安装。</translation>
  </message>
  <message>
   <source>There is nothing to speak in this text: it has no words or numbers.</source>
   <translation>这段文本中没有可朗读的内容：既没有词也没有数字。</translation>
  </message>
  <message>
   <source>There is nothing to speak: the text is empty.</source>
   <translation>没有可朗读的内容：文本是空的。</translation>
  </message>
  <message>
   <source>The lexicon {path} cannot be read: {reason}.</source>
   <translation>词典 {path} 无法读取：{reason}。</translation>
  </message>
  <message>
   <source>Line {number} of the lexicon {path} is not a word, a tab and its IPA.</source>
   <translation>词典 {path} 的第 {number} 行不是“词、制表符、音标”。</translation>
  </message>
  <message>
   <source>The lexicon entry for {word!r} has no pronunciation that can be spoken.</source>
   <translation>词典中 {word!r} 的发音无法朗读。</translation>
  </message>
  <message>
   <source>A voice needs a name.</source>
   <translation>声音需要一个名称。</translation>
  </message>
  <message>
   <source>The name of a voice may have at most {limit} characters.</source>
   <translation>声音的名称最多 {limit} 个字符。</translation>
  </message>
  <message>
   <source>The name {name!r} cannot be used: leave out slashes, and dots at its beginning.</source>
   <translation>名称 {name!r} 不能使用：请去掉斜杠和开头的点。</translation>
  </message>
  <message>
   <source>The name {name!r} cannot be used: it has characters that cannot be shown.</source>
   <translation>名称 {name!r} 不能使用：它含有无法显示的字符。</translation>
  </message>
  <message>
   <source>{source} is no voice: it is larger than {limit:,} bytes.</source>
   <translation>{source} 不是声音文件：它大于 {limit:,} 字节。</translation>
  </message>
  <message>
   <source>{source} is no voice, or only a part of one.</source>
   <translation>{source} 不是声音文件，或只是其中的一部分。</translation>
  </message>
  <message>
   <source>{source} was made by a newer version of Timbre: update Timbre to use it.</source>
   <translation>{source} 由更新版本的 Timbre 制作：请更新 Timbre 后使用。</translation>
  </message>
  <message>
   <source>{source} was made by another version of Timbre (format {version!r}, this one reads {known}).</source>
   <translation>{source} 由另一个版本的 Timbre 制作（格式 {version!r}，本版本读取 {known}）。</translation>
  </message>
  <message>
   <source>It does not hold the tensors of a voice.</source>
   <translation>它不包含声音所需的数据。</translation>
  </message>
  <message>
   <source>Its tensors do not fit together.</source>
   <translation>它的数据彼此不符。</translation>
  </message>
  <message>
   <source>The voice's pitch statistics are not numbers.</source>
   <translation>声音的音高统计不是数字。</translation>
  </message>
  <message>
   <source>The voice takes {size:,} bytes; a voice may have at most {limit:,}.</source>
   <translation>声音占用 {size:,} 字节；最多允许 {limit:,}。</translation>
  </message>
  <message>
   <source>{source} is no voice of Timbre.</source>
   <translation>{source} 不是 Timbre 的声音。</translation>
  </message>
  <message>
   <source>Its tensor {name} has the wrong shape or type.</source>
   <translation>它的数据 {name} 的形状或类型不对。</translation>
  </message>
  <message>
   <source>Its tensor {name} has values that are not numbers.</source>
   <translation>它的数据 {name} 含有不是数字的值。</translation>
  </message>
  <message>
   <source>The voice's delivery is out of range.</source>
   <translation>该声音的语调和节奏数据超出范围。</translation>
  </message>
  <message>
   <source>{source} is a broken voice: its numbers cannot be read.</source>
   <translation>{source} 是损坏的声音：其中的数字无法读取。</translation>
  </message>
  <message>
   <source>{source} is a broken voice: {reason}</source>
   <translation>{source} 是损坏的声音：{reason}</translation>
  </message>
  <message>
   <source>{source} is a broken voice: its description is incomplete.</source>
   <translation>{source} 是损坏的声音：它的说明不完整。</translation>
  </message>
  <message>
   <source>The voice could not be written to {path}: {reason}.</source>
   <translation>声音无法写入 {path}：{reason}。</translation>
  </message>
  <message>
   <source>The voice {path} cannot be read: {reason}.</source>
   <translation>声音 {path} 无法读取：{reason}。</translation>
  </message>
  <message>
   <source>The recording cannot be read: send it as wav, mp3, flac, ogg, webm, mp4 or m4a.</source>
   <translation>无法读取这段录音：请以 wav、mp3、flac、ogg、webm、mp4 或 m4a 格式发送。</translation>
  </message>
  <message>
   <source>The recording is longer than {minutes:.0f} minutes: send it in parts.</source>
   <translation>录音超过 {minutes:.0f} 分钟：请分段发送。</translation>
  </message>
  <message>
   <source>The speech API did not start; what it printed says why.</source>
   <translation>语音 API 未能启动；原因见其输出。</translation>
  </message>
  <message>
   <source>There are no voices yet: make one with `timbre clone`.</source>
   <translation>还没有声音：请用 `timbre clone` 制作一个。</translation>
  </message>
  <message>
   <source>The takes that {name!r} was made of cannot be found: name their folder, with --name {option} --replace.</source>
   <translation>找不到制作 {name!r} 所用的录音：请指明它们的文件夹，并加上 --name {option} --replace。</translation>
  </message>
  <message>
   <source>A voice needs the consent of the person whose voice it is: give --consent FILE, a recording of “{statement}”, or --i-have-permission if that person has agreed.</source>
   <translation>制作声音需要声音主人的同意：请用 --consent FILE 给出一段读“{statement}”的录音；如果此人已经同意，请用 --i-have-permission。</translation>
  </message>
  <message>
   <source>TIMBRE_SERVER_URL names another server ({url}): unset it to start one here.</source>
   <translation>TIMBRE_SERVER_URL 指定了另一台服务器（{url}）：要在这里启动服务器，请取消该设置。</translation>
  </message>
  <message>
   <source>The server has ended; its log is in the folder that `timbre doctor` names.</source>
   <translation>服务器已结束；它的日志在 `timbre doctor` 所指的文件夹中。</translation>
  </message>
  <message>
   <source>A speech server that was started with other options runs already: end it with `timbre serve --stop`.</source>
   <translation>已有一个以其他选项启动的语音服务器在运行：请用 `timbre serve --stop` 结束它。</translation>
  </message>
  <message>
   <source>--http-port is gone: programs speak gRPC (--grpc-port), Prometheus uses --metrics-port.</source>
   <translation>--http-port 已取消：程序使用 gRPC（--grpc-port），Prometheus 使用 --metrics-port。</translation>
  </message>
  <message>
   <source>Keys and certificates are for programs that come over a port: give --grpc-port, --host or --api.</source>
   <translation>密钥和证书用于通过端口连接的程序：请指定 --grpc-port、--host 或 --api。</translation>
  </message>
  <message>
   <source>No voice named {name!r} was put away.</source>
   <translation>没有收起过名为 {name!r} 的声音。</translation>
  </message>
  <message>
   <source>The takes that {name!r} was made of cannot be found on this machine.</source>
   <translation>在这台电脑上找不到制作 {name!r} 时所用的录音。</translation>
  </message>
  <message>
   <source>The clone made no progress for {seconds:.0f} s.</source>
   <translation>制作声音已有 {seconds:.0f} 秒没有进展。</translation>
  </message>
  <message>
   <source>The speech server does not answer; it may just be starting again.</source>
   <translation>语音服务器没有响应；它可能正在重新启动。</translation>
  </message>
  <message>
   <source>The speech server failed: {reason}</source>
   <translation>语音服务器出错：{reason}</translation>
  </message>
  <message>
   <source>The speech server sent nothing.</source>
   <translation>语音服务器没有发来任何内容。</translation>
  </message>
  <message>
   <source>The speech server was silent for {seconds:.0f} s.</source>
   <translation>语音服务器沉默了 {seconds:.0f} 秒。</translation>
  </message>
  <message>
   <source>There is nothing to speak in this text.</source>
   <translation>这段文本中没有可朗读的内容。</translation>
  </message>
  <message>
   <source>Voice files can be opened by double click on Linux only; use Import here.</source>
   <translation>只有在 Linux 上才能双击打开声音文件；请在这里使用“导入”。</translation>
  </message>
  <message>
   <source>The desktop's folder cannot be written: {reason}.</source>
   <translation>无法写入桌面的文件夹：{reason}。</translation>
  </message>
  <message>
   <source>Nothing can listen on {address}: {reason}</source>
   <translation>无法在 {address} 上监听：{reason}</translation>
  </message>
  <message>
   <source>Too many streams are open at the speech server; try again.</source>
   <translation>语音服务器上打开的连接太多；请再试一次。</translation>
  </message>
  <message>
   <source>{path} has no key; `timbre serve` makes one when no file is given.</source>
   <translation>{path} 中没有密钥；不指定文件时 `timbre serve` 会生成一个。</translation>
  </message>
  <message>
   <source>The key {name!r} in {path} can be guessed: use at least {least} letters and digits, such as `openssl rand -hex 32` prints.</source>
   <translation>{path} 中的密钥 {name!r} 可能被猜到：请使用至少 {least} 个字母和数字，例如 `openssl rand -hex 32` 的输出。</translation>
  </message>
  <message>
   <source>The key file {path} is not a file.</source>
   <translation>密钥文件 {path} 不是文件。</translation>
  </message>
  <message>
   <source>The key file {path} belongs to another user: make it yours (chown).</source>
   <translation>密钥文件 {path} 属于另一个用户：请把它改为您所有（chown）。</translation>
  </message>
  <message>
   <source>Other users may read or change the key file {path}: run `chmod 600 {path}`.</source>
   <translation>其他用户可以读取或更改密钥文件 {path}：请运行 `chmod 600 {path}`。</translation>
  </message>
  <message>
   <source>Line {number} of {path} has more than a name and a key.</source>
   <translation>{path} 的第 {number} 行除名称和密钥外还有其他内容。</translation>
  </message>
  <message>
   <source>Line {number} of {path} has a key that is there already; give each name its own.</source>
   <translation>{path} 的第 {number} 行的密钥已经有了；请给每个名称各自的密钥。</translation>
  </message>
  <message>
   <source>The key file {path} cannot be written ({reason}).</source>
   <translation>密钥文件 {path} 无法写入（{reason}）。</translation>
  </message>
  <message>
   <source>The key file {path} cannot be read ({reason}).</source>
   <translation>密钥文件 {path} 无法读取（{reason}）。</translation>
  </message>
  <message>
   <source>The key file {path} is not a text file.</source>
   <translation>密钥文件 {path} 不是文本文件。</translation>
  </message>
  <message>
   <source>{host} is not an address of this machine; use 127.0.0.1 or 0.0.0.0.</source>
   <translation>{host} 不是本机的地址；请使用 127.0.0.1 或 0.0.0.0。</translation>
  </message>
  <message>
   <source>Port {port} may only be used by the system's administrator; choose one above 1023.</source>
   <translation>端口 {port} 只有系统管理员可以使用；请选择大于 1023 的端口。</translation>
  </message>
  <message>
   <source>Port {port} on {host} is already taken by another program; choose another port.</source>
   <translation>{host} 上的端口 {port} 已被另一个程序占用；请选择其他端口。</translation>
  </message>
  <message>
   <source>{certificate} and {key} are not a certificate and its key, in PEM and without a password.</source>
   <translation>{certificate} 和 {key} 不是一份证书及其密钥（PEM 格式，无密码）。</translation>
  </message>
  <message>
   <source>{path} cannot be read ({reason}).</source>
   <translation>{path} 无法读取（{reason}）。</translation>
  </message>
  <message>
   <source>The speech server's gateway did not start; its log says why.</source>
   <translation>语音服务器的网关没有启动；它的日志说明原因。</translation>
  </message>
  <message>
   <source>{file} has no texts to speak.</source>
   <translation>{file} 中没有可朗读的文本。</translation>
  </message>
  <message>
   <source>{file} has no column named “text”: name it in the first line.</source>
   <translation>{file} 没有名为“text”的列：请在第一行写上列名。</translation>
  </message>
  <message>
   <source>Line {line} of {file} has {cell!r} as its {column}, which is not a number.</source>
   <translation>{file} 的第 {line} 行把 {cell!r} 作为 {column}，它不是数字。</translation>
  </message>
  <message>
   <source>{path}: {reason}</source>
   <translation>{path}：{reason}</translation>
  </message>
  <message>
   <source>Cannot write {file}: choose a name that ends in .wav, .flac, .ogg, .opus or .mp3.</source>
   <translation>无法写入 {file}：请选择以 .wav、.flac、.ogg、.opus 或 .mp3 结尾的名称。</translation>
  </message>
  <message>
   <source>There is no encoding {encoding!r}: choose {known}.</source>
   <translation>没有编码 {encoding!r}：请选择 {known}。</translation>
  </message>
  <message>
   <source>A {ending} file cannot hold {encoding}: choose another of the two.</source>
   <translation>{ending} 文件不能包含 {encoding}：请更换其中之一。</translation>
  </message>
  <message>
   <source>The sample rate {rate} is out of range: choose 8000 to 192000 Hz.</source>
   <translation>采样率 {rate} 超出范围：请选择 8000 到 192000 Hz。</translation>
  </message>
  <message>
   <source>{ending} cannot have {rate} Hz: choose {rates} or {last_rate}.</source>
   <translation>{ending} 不能使用 {rate} Hz：请选择 {rates} 或 {last_rate}。</translation>
  </message>
  <message>
   <source>The export was stopped.</source>
   <translation>导出已停止。</translation>
  </message>
  <message>
   <source>Cannot write {file}: choose a name that ends in .srt or .vtt.</source>
   <translation>无法写入 {file}：请选择以 .srt 或 .vtt 结尾的名称。</translation>
  </message>
  <message>
   <source>“{letter}” is no phonetic letter: write IPA, or fill in “Sounds like”.</source>
   <translation>“{letter}”不是音标：请写国际音标，或填写“读作”。</translation>
  </message>
  <message>
   <source>This is no pronunciation: there is no vowel or consonant in it.</source>
   <translation>这不是读音：其中没有元音或辅音。</translation>
  </message>
  <message>
   <source>A pronunciation is for one word: select a single word.</source>
   <translation>发音针对一个词：请选中单个词。</translation>
  </message>
  <message>
   <source>The speech server at {server} wants a key: set {variable}, or the key in the window's settings, to the one that `timbre serve` printed there.</source>
   <translation>{server} 处的语音服务器需要密钥：请把 {variable} 或窗口设置中的密钥设为 `timbre serve` 在那里显示的密钥。</translation>
  </message>
  <message>
   <source>There is no speech server at {server}, or it has no models of Timbre.</source>
   <translation>{server} 处没有语音服务器，或它没有 Timbre 的模型。</translation>
  </message>
  <message>
   <source>{variable} is {url!r}; use host:port, or grpcs://host:port for a server with TLS.</source>
   <translation>{variable} 的值是 {url!r}；请写成 主机:端口，使用 TLS 的服务器请写成 grpcs://主机:端口。</translation>
  </message>
  <message>
   <source>The speech server at {server} does not know this key: use the one that `timbre serve` printed there.</source>
   <translation>{server} 处的语音服务器不认识这个密钥：请使用 `timbre serve` 在那里显示的密钥。</translation>
  </message>
  <message>
   <source>There is no speech server at {server}, or its certificate is one that no authority has signed: name that in {variable}.</source>
   <translation>{server} 处没有语音服务器，或者它的证书没有任何机构签名：请用 {variable} 指明该证书。</translation>
  </message>
  <message>
   <source>The key for the speech server is none: a key has letters and digits, and no space.</source>
   <translation>语音服务器的密钥无效：密钥由字母和数字组成，没有空格。</translation>
  </message>
  <message>
   <source>{variable} names {path}, which is not a PEM file of certificates.</source>
   <translation>{variable} 指定的 {path} 不是 PEM 格式的证书文件。</translation>
  </message>
  <message>
   <source>{variable} names {path}, which has no key.</source>
   <translation>{variable} 指定的 {path} 中没有密钥。</translation>
  </message>
  <message>
   <source>{variable} names {path}, which cannot be read ({reason}).</source>
   <translation>{variable} 指定的 {path} 无法读取（{reason}）。</translation>
  </message>
  <message>
   <source>{variable} names {path}, which is not a text file.</source>
   <translation>{variable} 指定的 {path} 不是文本文件。</translation>
  </message>
  <message>
   <source>The speech server's files could not be written to {folder} ({reason}); free some space there or set XDG_CACHE_HOME to another folder.</source>
   <translation>语音服务器的文件无法写入 {folder}（{reason}）；请在那里腾出空间，或把 XDG_CACHE_HOME 设为另一个文件夹。</translation>
  </message>
  <message>
   <source>The keeper of the speech server takes lines of JSON with a field named do.</source>
   <translation>语音服务器的看护进程只接受带有 do 字段的 JSON 行。</translation>
  </message>
  <message>
   <source>The keeper of the speech server does not know {wish!r}.</source>
   <translation>语音服务器的看护进程不认识 {wish!r}。</translation>
  </message>
  <message>
   <source>The speech server's model {model} stopped; try again.</source>
   <translation>语音服务器的模型 {model} 停止了；请再试一次。</translation>
  </message>
  <message>
   <source>The speech server does not start again; its log says why.</source>
   <translation>语音服务器没有重新启动；原因见其日志。</translation>
  </message>
  <message>
   <source>The speech server crashed {count} times; see {log}.</source>
   <translation>语音服务器崩溃了 {count} 次；请查看 {log}。</translation>
  </message>
  <message>
   <source>The speech server did not start in {seconds:.0f} s; see {folder}.</source>
   <translation>语音服务器在 {seconds:.0f} 秒内没有启动；请查看 {folder}。</translation>
  </message>
  <message>
   <source>The speech server's keeper ended at once; {folder}/keeper.log says why.</source>
   <translation>语音服务器的看护程序立即结束了；{folder}/keeper.log 说明原因。</translation>
  </message>
  <message>
   <source>The speech server (process {pid}) did not stop; end it by hand.</source>
   <translation>语音服务器（进程 {pid}）没有停止；请手动结束它。</translation>
  </message>
  <message>
   <source>Another program has been starting the speech server for too long; try again.</source>
   <translation>另一个程序启动语音服务器的时间过长；请再试一次。</translation>
  </message>
  <message>
   <source>The folder {folder} cannot be used ({reason}).</source>
   <translation>文件夹 {folder} 不能使用（{reason}）。</translation>
  </message>
  <message>
   <source>Timbre's lock {path} belongs to another user of this machine: remove it, or set TIMBRE_HOME to a folder of your own.</source>
   <translation>Timbre 的锁文件 {path} 属于这台计算机的另一个用户：请删除它，或将 TIMBRE_HOME 设为您自己的文件夹。</translation>
  </message>
  <message>
   <source>Waiting for another Timbre (process {pid}, {program}) to finish starting the speech server …</source>
   <translation>正在等待另一个 Timbre（进程 {pid}，{program}）完成语音服务器的启动…</translation>
  </message>
  <message>
   <source>Waiting for another Timbre to finish starting the speech server …</source>
   <translation>正在等待另一个 Timbre 完成语音服务器的启动…</translation>
  </message>
  <message>
   <source>Another user of this machine (process {pid}) holds Timbre's lock {path}: remove that file and try again.</source>
   <translation>这台计算机的另一个用户（进程 {pid}）占用着 Timbre 的锁文件 {path}：请删除该文件后再试一次。</translation>
  </message>
  <message>
   <source>Timbre's lock {path} is a link: remove it and try again.</source>
   <translation>Timbre 的锁文件 {path} 是一个链接：请删除它后再试一次。</translation>
  </message>
  <message>
   <source>The speech server's models were not found in {folder}; reinstall Timbre.</source>
   <translation>在 {folder} 中没有找到语音服务器的模型；请重新安装 Timbre。</translation>
  </message>
  <message>
   <source>{port} is not a port; use a number from 1 to 65535.</source>
   <translation>{port} 不是端口；请使用 1 到 65535 之间的数字。</translation>
  </message>
  <message>
   <source>A certificate needs its key: give both --tls-cert and --tls-key, or neither.</source>
   <translation>证书需要它的私钥：请同时给出 --tls-cert 和 --tls-key，或都不给。</translation>
  </message>
  <message>
   <source>TIMBRE_SERVER_GRACE_S is {text!r}; it must be a number of seconds.</source>
   <translation>TIMBRE_SERVER_GRACE_S 是 {text!r}；它必须是秒数。</translation>
  </message>
  <message>
   <source>The speech server was not ready after {seconds:.0f} s.</source>
   <translation>语音服务器在 {seconds:.0f} 秒后仍未就绪。</translation>
  </message>
  <message>
   <source>The speech server ended while starting (exit code {code}).</source>
   <translation>语音服务器在启动时结束了（退出码 {code}）。</translation>
  </message>
  <message>
   <source>The speech server could not load its model {model}: {reason}</source>
   <translation>语音服务器无法载入模型 {model}：{reason}</translation>
  </message>
  <message>
   <source>The shared memory in {folder} is too small for the speech server: {free} MB free, {needed} MB needed; enlarge it (`mount -o remount,size=1G {folder}`; in Docker, --shm-size=1g).</source>
   <translation>{folder} 中的共享内存对语音服务器来说太小：空闲 {free} MB，需要 {needed} MB；请扩大它（`mount -o remount,size=1G {folder}`；在 Docker 中用 --shm-size=1g）。</translation>
  </message>
  <message>
   <source>The speech server needs shared memory and {folder} does not exist.</source>
   <translation>语音服务器需要共享内存，而 {folder} 不存在。</translation>
  </message>
  <message>
   <source>The speech server needs a folder for its sockets, and {folder} cannot be used: remove it, or set TMPDIR to a folder that is yours.</source>
   <translation>语音服务器需要一个放置套接字的文件夹，而 {folder} 不能使用：请删除它，或把 TMPDIR 设为您自己的文件夹。</translation>
  </message>
  <message>
   <source>The speech server has no model {model!r}; it has {known}.</source>
   <translation>语音服务器没有模型 {model!r}；它有 {known}。</translation>
  </message>
  <message>
   <source>The speech server ended while it loaded {model}.</source>
   <translation>语音服务器在加载 {model} 时结束了。</translation>
  </message>
  <message>
   <source>The speech server ended while it unloaded {model}.</source>
   <translation>语音服务器在卸载 {model} 时结束了。</translation>
  </message>
  <message>
   <source>Timbre's own speech server runs on Linux only; start it in WSL2 or on another machine and set TIMBRE_SERVER_URL to its address.</source>
   <translation>Timbre 自带的语音服务器只在 Linux 上运行；请在 WSL2 或另一台机器上启动它，并把 TIMBRE_SERVER_URL 设为它的地址。</translation>
  </message>
  <message>
   <source>The speech server needs glibc {major}.{minor} or newer (Debian 12, Ubuntu 22.04) and this system has {found}; set TIMBRE_SERVER_URL to a server elsewhere.</source>
   <translation>语音服务器需要 glibc {major}.{minor} 或更新版本（Debian 12、Ubuntu 22.04），而本系统是 {found}；请把 TIMBRE_SERVER_URL 设为别处的服务器。</translation>
  </message>
  <message>
   <source>The speech server is not installed; run `pip install --no-deps nvidia-pytriton==0.7.0`.</source>
   <translation>没有安装语音服务器；请运行 `pip install --no-deps nvidia-pytriton==0.7.0`。</translation>
  </message>
  <message>
   <source>The installed nvidia-pytriton {version} does not contain the server; reinstall it with `pip install --force-reinstall --no-deps nvidia-pytriton==0.7.0`.</source>
   <translation>已安装的 nvidia-pytriton {version} 不包含服务器；请用 `pip install --force-reinstall --no-deps nvidia-pytriton==0.7.0` 重新安装。</translation>
  </message>
  <message>
   <source>The speech server has no support for Python {version}; use Python 3.11.</source>
   <translation>语音服务器不支持 Python {version}；请使用 Python 3.11。</translation>
  </message>
  <message>
   <source>There is no python3 beside {program}; create Timbre's environment anew.</source>
   <translation>{program} 旁边没有 python3；请重新建立 Timbre 的环境。</translation>
  </message>
  <message>
   <source>The speech server needs {library}, which is missing; install it with `sudo apt-get install libpython{python}` or use a Python built with --enable-shared.</source>
   <translation>语音服务器需要 {library}，而它不存在；请用 `sudo apt-get install libpython{python}` 安装，或使用以 --enable-shared 编译的 Python。</translation>
  </message>
  <message>
   <source>The {device} “{name}” is not plugged in: choose another one.</source>
   <translation>{device}“{name}”没有插入：请选择另一个。</translation>
  </message>
  <message>
   <source>microphone</source>
   <translation>麦克风</translation>
  </message>
  <message>
   <source>loudspeaker</source>
   <translation>扬声器</translation>
  </message>
  <message>
   <source>No {device} was found: plug one in, then choose Look again.</source>
   <translation>没有找到{device}：请插入一个，然后选择“重新查找”。</translation>
  </message>
  <message>
   <source>The sound library PortAudio is missing: install libportaudio2.</source>
   <translation>缺少声音库 PortAudio：请安装 libportaudio2。</translation>
  </message>
  <message>
   <source>The system's sound service does not answer.</source>
   <translation>系统的声音服务没有响应。</translation>
  </message>
  <message>
   <source>The {device} “{name}” cannot be opened: is another program using it?</source>
   <translation>无法打开{device}“{name}”：是否有别的程序正在使用它？</translation>
  </message>
  <message>
   <source>The loudspeaker “{name}” cannot be opened: is another program using it?</source>
   <translation>无法打开扬声器“{name}”：是否有别的程序正在使用它？</translation>
  </message>
  <message>
   <source>The loudspeaker went away: choose another one.</source>
   <translation>扬声器已断开：请另选一个。</translation>
  </message>
  <message>
   <source>The recording stopped, it could not be saved ({reason}): see that the disk can be written to, then record the sentence again; what was saved is kept.</source>
   <translation>录音停止了，因为无法保存（{reason}）：请确认磁盘可以写入，然后重新录制这个句子；已保存的内容会保留。</translation>
  </message>
  <message>
   <source>The recording stopped, the disk is full: free some space, then record the sentence again; what was saved is kept.</source>
   <translation>录音停止了，磁盘已满：请腾出一些空间，然后重新录制这个句子；已保存的内容会保留。</translation>
  </message>
  <message>
   <source>The microphone went away, the take so far is kept: plug it in again, or choose another one.</source>
   <translation>麦克风不见了，到目前为止的录音会保留：请重新插入，或选择另一个。</translation>
  </message>
  <message>
   <source>The microphone “{name}” cannot be opened: is another program using it?</source>
   <translation>无法打开麦克风“{name}”：是否有别的程序正在使用它？</translation>
  </message>
  <message>
   <source>No microphone is open: choose one first.</source>
   <translation>没有打开麦克风：请先选择一个。</translation>
  </message>
  <message>
   <source>No take is being recorded.</source>
   <translation>没有正在录制的录音。</translation>
  </message>
  <message>
   <source>The take cannot be saved: {reason}.</source>
   <translation>录音无法保存：{reason}。</translation>
  </message>
  <message>
   <source>{file} is not a take that Timbre recorded.</source>
   <translation>{file} 不是 Timbre 录制的录音。</translation>
  </message>
  <message>
   <source>The words are compared once the speech server is up.</source>
   <translation>语音服务器就绪后会比较词语。</translation>
  </message>
  <message>
   <source>Texts are recognised once the speech server is up; you can type them.</source>
   <translation>语音服务器就绪后会识别文本；您也可以自己输入。</translation>
  </message>
  <message>
   <source>ready on this machine</source>
   <translation>已在本机就绪</translation>
  </message>
  <message>
   <source>ready at {url}</source>
   <translation>已就绪，位于 {url}</translation>
  </message>
  <message>
   <source>ready on this machine (started in {seconds:.1f} s)</source>
   <translation>已在本机就绪（启动用了 {seconds:.1f} 秒）</translation>
  </message>
  <message>
   <source>Good</source>
   <translation>良好</translation>
  </message>
  <message>
   <source>Fair</source>
   <translation>尚可</translation>
  </message>
  <message>
   <source>Poor</source>
   <translation>欠佳</translation>
  </message>
  <message>
   <source>{likeness} likeness. {advice}</source>
   <translation>相似度：{likeness}。{advice}</translation>
  </message>
  <message>
   <source>The take {file} cannot be played: it is missing or broken.</source>
   <translation>录音 {file} 无法播放：它不存在或已损坏。</translation>
  </message>
  <message>
   <source>This voice is not here any more: another program has deleted it.</source>
   <translation>这个声音已经不在这里：别的程序删除了它。</translation>
  </message>
  <message>
   <source>Sending the takes to the speech server.</source>
   <translation>正在把录音发送给语音服务器。</translation>
  </message>
  <message>
   <source>Something went wrong ({kind}).</source>
   <translation>出错了（{kind}）。</translation>
  </message>
  <message>
   <source>You keep this take against the advice.</source>
   <translation>您不顾建议保留这条录音。</translation>
  </message>
  <message>
   <source>The loudspeaker went away.</source>
   <translation>扬声器已断开。</translation>
  </message>
  <message>
   <source>These recordings are open in another window of Timbre: go on there, or close it first.</source>
   <translation>这些录音已在 Timbre 的另一个窗口中打开：请在那里继续，或先关闭那个窗口。</translation>
  </message>
  <message>
   <source>This take is damaged and cannot be read: record the sentence again, the others are not affected.</source>
   <translation>这条录音已损坏，无法读取：请重新录制这个句子，其他录音不受影响。</translation>
  </message>
  <message>
   <source>That was too short to be a take: press Space, then read the sentence.</source>
   <translation>太短，不能算作录音：按空格，然后朗读句子。</translation>
  </message>
  <message>
   <source>{name} (sketch)</source>
   <translation>{name}（草稿）</translation>
  </message>
  <message>
   <source>The file {path} cannot be used: {reason}.</source>
   <translation>无法使用文件 {path}：{reason}。</translation>
  </message>
  <message>
   <source>The disk is full: free some space and try again.</source>
   <translation>磁盘已满：请腾出一些空间后重试。</translation>
  </message>
  <message>
   <source>The system did not do it: {reason}.</source>
   <translation>系统未能完成：{reason}。</translation>
  </message>
  <message>
   <source>There is no {path}, or no folder for it: choose another place.</source>
   <translation>没有 {path}，或没有它所在的文件夹：请另选位置。</translation>
  </message>
  <message>
   <source>This account may not use {path}: choose another place.</source>
   <translation>此账户无权使用 {path}：请另选位置。</translation>
  </message>
  <message>
   <source>The recordings cannot be brought back: they were removed for good.</source>
   <translation>录音无法恢复：它们已被永久移除。</translation>
  </message>
  <message>
   <source>The recordings cannot be deleted: {reason}.</source>
   <translation>录音无法删除：{reason}。</translation>
  </message>
  <message>
   <source>The recordings cannot be brought back: {reason}.</source>
   <translation>录音无法恢复：{reason}。</translation>
  </message>
  <message>
   <source>{path} is not empty: choose another folder for the takes.</source>
   <translation>{path} 不是空的：请为录音选择另一个文件夹。</translation>
  </message>
  <message>
   <source>The takes cannot be written to {path}: {reason}.</source>
   <translation>无法把录音写入 {path}：{reason}。</translation>
  </message>
  <message>
   <source>{file} cannot be read: choose a WAV, FLAC, OGG or MP3 file that plays elsewhere.</source>
   <translation>{file} 无法读取：请选择在别处可以播放的 WAV、FLAC、OGG 或 MP3 文件。</translation>
  </message>
  <message>
   <source>No recordings were found there: choose WAV, FLAC, OGG or MP3 files.</source>
   <translation>那里没有找到录音：请选择 WAV、FLAC、OGG 或 MP3 文件。</translation>
  </message>
  <message>
   <source>A recording has no text: type what is said in it, or leave it out.</source>
   <translation>有一条录音没有文本：请输入所说的内容，或略去它。</translation>
  </message>
  <message>
   <source>There are more than {limit} recordings: choose the best twenty to a hundred of them.</source>
   <translation>录音超过 {limit} 条：请选择其中最好的二十到一百条。</translation>
  </message>
  <message>
   <source>There are no prompts in {file}.</source>
   <translation>{file} 中没有要朗读的句子。</translation>
  </message>
  <message>
   <source>The prompts cannot be read: {reason} ({file}).</source>
   <translation>要朗读的句子无法读取：{reason}（{file}）。</translation>
  </message>
  <message>
   <source>The recordings folder cannot be made: {reason}.</source>
   <translation>无法建立录音文件夹：{reason}。</translation>
  </message>
  <message>
   <source>The recordings in {name} were made by a newer Timbre: update this one to open them.</source>
   <translation>{name} 中的录音由更新的 Timbre 制作：请更新本程序后打开。</translation>
  </message>
  <message>
   <source>The recordings in {name} cannot be opened: import that folder, its takes are untouched.</source>
   <translation>无法打开 {name} 中的录音：请导入该文件夹，其中的录音没有受损。</translation>
  </message>
  <message>
   <source>The take cannot be brought back: {reason}.</source>
   <translation>无法取回录音：{reason}。</translation>
  </message>
  <message>
   <source>The session cannot be saved: {reason}.</source>
   <translation>这组录音无法保存：{reason}。</translation>
  </message>
  <message>
   <source>The disk is full: free some space; what was recorded so far is kept.</source>
   <translation>磁盘已满：请腾出一些空间；到目前为止的录音都已保留。</translation>
  </message>
  <message>
   <source>The takes hold {seconds:.0f} s of speech in {count} recordings: record at least {least_seconds:.0f} s in {least_takes}, better ten sentences or more.</source>
   <translation>这些录音共有 {count} 条、{seconds:.0f} 秒语音：请至少录制 {least_takes} 条共 {least_seconds:.0f} 秒，最好十句以上。</translation>
  </message>
  <message>
   <source>{shortage} ({count} takes cannot be used)</source>
   <translation>{shortage}（{count} 条录音不能使用）</translation>
  </message>
  <message>
   <source>None of the {count} takes can be used: {reason}</source>
   <translation>{count} 条录音都不能使用：{reason}</translation>
  </message>
  <message>
   <source>The server ended the clone without a voice; try again.</source>
   <translation>服务器结束了制作但没有给出声音；请再试一次。</translation>
  </message>
  <message>
   <source>The clone was cancelled; its progress is kept.</source>
   <translation>制作已取消；进度会保留。</translation>
  </message>
  <message>
   <source>{file} is not a recording of the kinds {known}.</source>
   <translation>{file} 不是以下类型的录音：{known}。</translation>
  </message>
  <message>
   <source>{file} cannot be used as consent: {reason}</source>
   <translation>{file} 不能用作同意声明：{reason}</translation>
  </message>
  <message>
   <source>The voice cannot be brought back: it was removed for good.</source>
   <translation>声音无法恢复：它已被永久移除。</translation>
  </message>
  <message>
   <source>The voice {name!r} cannot be deleted: {reason}.</source>
   <translation>声音 {name!r} 无法删除：{reason}。</translation>
  </message>
  <message>
   <source>The older voice {name!r} cannot be kept: {reason}.</source>
   <translation>无法保留原来的声音 {name!r}：{reason}。</translation>
  </message>
  <message>
   <source>There is no voice named {name!r}; there are {names}.</source>
   <translation>没有名为 {name!r} 的声音；现有 {names}。</translation>
  </message>
  <message>
   <source>There is already a voice named {name!r}: choose another name.</source>
   <translation>已经有名为 {name!r} 的声音：请选择另一个名称。</translation>
  </message>
  <message>
   <source>{path} exists already: choose another name.</source>
   <translation>{path} 已存在：请选择另一个名称。</translation>
  </message>
  <message>
   <source>There is no voice named {name!r}; there are none yet, make one with `timbre clone`.</source>
   <translation>没有名为 {name!r} 的声音；还没有任何声音，请用 `timbre clone` 制作一个。</translation>
  </message>
  <message>
   <source>The voices in {folder} cannot be read: {reason}.</source>
   <translation>{folder} 中的声音无法读取：{reason}。</translation>
  </message>
  <message>
   <source>The voice could not be saved in {folder}: {reason}.</source>
   <translation>声音无法保存到 {folder}：{reason}。</translation>
  </message>
  <message>
   <source>The notes could not be saved: {reason}.</source>
   <translation>备注无法保存：{reason}。</translation>
  </message>
  <message>
   <source>This voice was made with another version of Timbre: make it again from its takes.</source>
   <translation>此声音由另一版本的 Timbre 制作：请用它的录音重新制作。</translation>
  </message>
  <message>
   <source>This voice was made with another version of Timbre, and the takes it was made of cannot be found: record it anew on the Record page.</source>
   <translation>此声音由另一版本的 Timbre 制作，且找不到制作它所用的录音：请在“录制”页面重新录制。</translation>
  </message>
  <message>
   <source>The clone was stopped; resume it to go on.</source>
   <translation>制作已停止；可以继续。</translation>
  </message>
  <message>
   <source>The takes hold {seconds:.0f} s of speech in {count} usable recordings; a voice needs at least {least_seconds:.0f} s in {least_takes}: record more sentences.</source>
   <translation>这些录音中可用的有 {count} 条、{seconds:.0f} 秒语音；一个声音至少需要 {least_takes} 条共 {least_seconds:.0f} 秒：请录制更多句子。</translation>
  </message>
  <message>
   <source>{shortage} {problem}</source>
   <translation>{shortage}{problem}</translation>
  </message>
  <message>
   <source>Comparing the voice with the takes</source>
   <translation>正在把声音与录音比较</translation>
  </message>
  <message>
   <source>{id!r} is not the id of a clone; use letters, digits, hyphens and underscores.</source>
   <translation>{id!r} 不是制作任务的编号；请使用字母、数字、连字符和下划线。</translation>
  </message>
  <message>
   <source>The clone's options cannot be used ({reason}); known are {known}.</source>
   <translation>制作的选项不能使用（{reason}）；已知的有 {known}。</translation>
  </message>
  <message>
   <source>It sounds like the person.</source>
   <translation>听起来像本人。</translation>
  </message>
  <message>
   <source>It is close to the person: check the takes for noise, echo and wrong words.</source>
   <translation>与本人接近：请检查录音有无噪声、回声和读错的词。</translation>
  </message>
  <message>
   <source>It does not sound like the person yet: check the takes for noise, echo and wrong words.</source>
   <translation>听起来还不像本人：请检查录音有无噪声、回声和读错的词。</translation>
  </message>
  <message>
   <source>It is close to the person: ten takes in all would bring it closer.</source>
   <translation>与本人接近：录满十条会更接近。</translation>
  </message>
  <message>
   <source>It does not sound like the person yet: check the takes for noise, echo and wrong words; read ten in all.</source>
   <translation>听起来还不像本人：请检查录音有无噪声、回声和读错的词，并录满十条。</translation>
  </message>
  <message>
   <source>There are no takes.</source>
   <translation>没有录音。</translation>
  </message>
  <message>
   <source>This is a sketch, which has learned nothing from the takes: record ten sentences, and make the voice of them.</source>
   <translation>这是声音的草稿，还没有从录音中学习：请录制十个句子，再用它们制作声音。</translation>
  </message>
  <message>
   <source>It starts from the speaker embedding computed from the takes.</source>
   <translation>它从由录音计算出的说话人向量开始。</translation>
  </message>
  <message>
   <source>It starts from {speaker}, the nearest speaker that Timbre knows.</source>
   <translation>从 Timbre 所知道的最接近的说话人 {speaker} 开始。</translation>
  </message>
  <message>
   <source>It starts from {speaker}, the nearest speaker that Timbre knows, and from the speaker embedding computed from the takes.</source>
   <translation>从 Timbre 所知道的最接近的说话人 {speaker} 和由录音计算出的说话人向量一起开始。</translation>
  </message>
  <message>
   <source>It starts from the mean of all speakers that Timbre knows.</source>
   <translation>它从 Timbre 所知全部说话人的平均开始。</translation>
  </message>
  <message>
   <source>{file} holds too little speech</source>
   <translation>{file} 中的语音太少</translation>
  </message>
 </context>
 <context>
  <name>MicrophoneBar</name>
  <message>
   <source>Microphone</source>
   <translation>麦克风</translation>
  </message>
  <message>
   <source>No microphone</source>
   <translation>没有麦克风</translation>
  </message>
  <message>
   <source>Look again</source>
   <translation>重新查找</translation>
  </message>
  <message>
   <source>Look for microphones again</source>
   <translation>重新查找麦克风</translation>
  </message>
  <message>
   <source>silence</source>
   <translation>无声</translation>
  </message>
  <message>
   <source>quiet</source>
   <translation>偏轻</translation>
  </message>
  <message>
   <source>good</source>
   <translation>良好</translation>
  </message>
  <message>
   <source>loud</source>
   <translation>响</translation>
  </message>
  <message>
   <source>too loud</source>
   <translation>太响</translation>
  </message>
 </context>
 <context>
  <name>MicrophoneController</name>
  <message>
   <source>The system turned to another microphone, the take so far is kept: see that the right one is in use, then record the sentence again.</source>
   <translation>系统切换到了另一个麦克风，已录的部分已保留：请确认使用的是正确的麦克风，然后重新录制这一句。</translation>
  </message>
  <message>
   <source>The microphone “{0}” was plugged in.</source>
   <translation>麦克风“{0}”已插入。</translation>
  </message>
  <message>
   <source>The microphone “{0}” was plugged in: choose it to use it.</source>
   <translation>麦克风“{0}”已插入：选择它即可使用。</translation>
  </message>
 </context>
 <context>
  <name>Program</name>
  <message>
   <source>Something is still at work: open Timbre anew when it has ended.</source>
   <translation>还有工作正在进行：请在完成后重新打开 Timbre。</translation>
  </message>
 </context>
 <context>
  <name>PromptText</name>
  <message>
   <source>Missed: {0}</source>
   <translation>漏读：{0}</translation>
  </message>
  <message>
   <source>Added: {0}</source>
   <translation>多读：{0}</translation>
  </message>
  <message>
   <source>Sentence to read: {0}</source>
   <translation>要朗读的句子：{0}</translation>
  </message>
 </context>
 <context>
  <name>ProsodyView</name>
  <message>
   <source>Pitch and timing of the sentence</source>
   <translation>句子的音高和时长</translation>
  </message>
  <message>
   <source>Drag a dot for pitch, a line for length; keys: ←→ choose, ↑↓ pitch, + − length, Delete resets</source>
   <translation>拖动圆点改变音高，拖动线改变时长；按键：←→ 选择，↑↓ 音高，+ − 时长，Delete 复位</translation>
  </message>
  <message>
   <source>{0} Hz</source>
   <translation>{0} Hz</translation>
  </message>
  <message>
   <source>{0}: {1:.0f} Hz, {2:+.1f} semitones, {3:.0f} ms, {4:.2f} times as long</source>
   <translation>{0}：{1:.0f} Hz，{2:+.1f} 半音，{3:.0f} 毫秒，时长的 {4:.2f} 倍</translation>
  </message>
 </context>
 <context>
  <name>ReadingPicture</name>
  <message>
   <source>not spoken yet</source>
   <translation>尚未朗读</translation>
  </message>
  <message>
   <source>being made</source>
   <translation>正在生成</translation>
  </message>
  <message>
   <source>spoken</source>
   <translation>已朗读</translation>
  </message>
  <message>
   <source>changed since it was spoken</source>
   <translation>朗读后已更改</translation>
  </message>
  <message>
   <source>could not be spoken</source>
   <translation>无法朗读</translation>
  </message>
  <message>
   <source>Sentence {0}: {1}</source>
   <translation>第 {0} 句：{1}</translation>
  </message>
  <message>
   <source>{0:.1f} s</source>
   <translation>{0:.1f} 秒</translation>
  </message>
  <message>
   <source>own settings (pace {0:g}, pitch {1:+g} st, energy {2:+g} dB, liveliness {3:g})</source>
   <translation>单独的设置（语速 {0:g}，音高 {1:+g} 半音，力度 {2:+g} dB，生动度 {3:g}）</translation>
  </message>
  <message>
   <source>reading {0}</source>
   <translation>第 {0} 种读法</translation>
  </message>
  <message>
   <source>pitch or timing edited</source>
   <translation>已编辑音高或时长</translation>
  </message>
  <message>
   <source>“{0}” is read “{1}”</source>
   <translation>“{0}” 读作 “{1}”</translation>
  </message>
 </context>
 <context>
  <name>RecordController</name>
  <message>
   <source>Export the takes into</source>
   <translation>将录音导出到</translation>
  </message>
  <message>
   <source>A take that was interrupted was kept ({0:.1f} s): listen to it, or redo it.</source>
   <translation>保留了一条被中断的录音（{0:.1f} 秒）：请听一听，或重新录制。</translation>
  </message>
  <message>
   <source>The computer was too busy and lost some sound: listen to the take, and redo it if it skips.</source>
   <translation>电脑太忙，丢失了一些声音：请听一听录音，如有跳跃请重新录制。</translation>
  </message>
  <message>
   <source>Checking your consent…</source>
   <translation>正在检查您的同意声明…</translation>
  </message>
 </context>
 <context>
  <name>RecordPage</name>
  <message>
   <source>Other voice</source>
   <translation>其他声音</translation>
  </message>
 </context>
 <context>
  <name>RecordRoomPanel</name>
  <message>
   <source>Measure the room</source>
   <translation>测量房间</translation>
  </message>
  <message>
   <source>Listen to five seconds of silence</source>
   <translation>听五秒钟的安静</translation>
  </message>
  <message>
   <source>Go to the sentences</source>
   <translation>去读句子</translation>
  </message>
  <message>
   <source>Record the sentences</source>
   <translation>录制句子</translation>
  </message>
  <message>
   <source>Hear myself</source>
   <translation>听到自己</translation>
  </message>
  <message>
   <source>Play the microphone; wear headphones, or it will howl</source>
   <translation>播放麦克风的声音；请戴耳机，否则会啸叫</translation>
  </message>
  <message>
   <source>Measuring the room</source>
   <translation>正在测量房间</translation>
  </message>
  <message>
   <source>Please be silent for five seconds…</source>
   <translation>请安静五秒钟…</translation>
  </message>
  <message>
   <source>Microphone and room</source>
   <translation>麦克风与房间</translation>
  </message>
  <message>
   <source>Your microphone</source>
   <translation>您的麦克风</translation>
  </message>
  <message>
   <source>Say a few words as loud as you will read: the line should stand in the marked zone.</source>
   <translation>用您朗读时的音量说几个词：线应当停在标出的区域内。</translation>
  </message>
  <message>
   <source>Your room</source>
   <translation>您的房间</translation>
  </message>
  <message>
   <source>Be silent for five seconds; Timbre measures how much noise there is.</source>
   <translation>请安静五秒钟；Timbre 会测量噪声有多大。</translation>
  </message>
 </context>
 <context>
  <name>RecordSessionPanel</name>
  <message>
   <source>Voice: {0}</source>
   <translation>声音：{0}</translation>
  </message>
  <message>
   <source>Voice: {0}, read by {1}</source>
   <translation>声音：{0}，由 {1} 朗读</translation>
  </message>
  <message>
   <source>Sentence {0} of {1}</source>
   <translation>第 {0} 句，共 {1} 句</translation>
  </message>
  <message>
   <source>Your consent, read aloud</source>
   <translation>您的同意声明，请朗读</translation>
  </message>
  <message>
   <source>Next</source>
   <translation>下一句</translation>
  </message>
  <message>
   <source>Skip</source>
   <translation>跳过</translation>
  </message>
  <message>
   <source>1 take: {1} more until you can make the voice</source>
   <translation>1 条录音：再录 {1} 条就可以制作声音</translation>
  </message>
  <message>
   <source>{0} takes: {1} more until you can make the voice</source>
   <translation>{0} 条录音：还需 {1} 条才能制作声音</translation>
  </message>
  <message>
   <source>{0} takes: enough, if all of them are good</source>
   <translation>{0} 条录音：如果都合格，就足够了</translation>
  </message>
  <message>
   <source>{0} takes: ready</source>
   <translation>{0} 条录音：就绪</translation>
  </message>
  <message>
   <source>Hear a sketch</source>
   <translation>试听草稿</translation>
  </message>
  <message>
   <source>Stop the sketch</source>
   <translation>停止试听</translation>
  </message>
  <message>
   <source>Stop recording</source>
   <translation>停止录音</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>{0:.1f} s</source>
   <translation>{0:.1f} 秒</translation>
  </message>
  <message>
   <source>Waveform of the take</source>
   <translation>录音的波形</translation>
  </message>
  <message>
   <source>Start and stop recording</source>
   <translation>开始和停止录音</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Throw away what is being recorded</source>
   <translation>丢弃正在录制的内容</translation>
  </message>
  <message>
   <source>Play the take</source>
   <translation>播放录音</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>重录</translation>
  </message>
  <message>
   <source>Record again; the old take stays until the new one is done</source>
   <translation>重新录制；完成之前保留旧的录音</translation>
  </message>
  <message>
   <source>Previous</source>
   <translation>上一句</translation>
  </message>
  <message>
   <source>Go to the sentence before</source>
   <translation>回到上一句</translation>
  </message>
  <message>
   <source>Go to the sentence after; skip this one</source>
   <translation>到下一句；跳过这一句</translation>
  </message>
  <message>
   <source>Keep it anyway (K)</source>
   <translation>仍然保留（K）</translation>
  </message>
  <message>
   <source>Use this take for the voice against the advice</source>
   <translation>不顾建议，仍用这条录音制作声音</translation>
  </message>
  <message>
   <source>Take before (Ctrl+Z)</source>
   <translation>上一条录音（Ctrl+Z）</translation>
  </message>
  <message>
   <source>Bring back the take that this one replaced</source>
   <translation>取回被这条录音替换的上一条录音</translation>
  </message>
  <message>
   <source>Make the voice</source>
   <translation>制作声音</translation>
  </message>
  <message>
   <source>Make a voice of the takes</source>
   <translation>用这些录音制作声音</translation>
  </message>
  <message>
   <source>A first idea of the voice after a few seconds of speech; it has learned nothing yet</source>
   <translation>只用几秒语音得出的声音初稿，尚未经过学习</translation>
  </message>
  <message>
   <source>Other voice</source>
   <translation>其他声音</translation>
  </message>
  <message>
   <source>Leave; the takes are kept</source>
   <translation>离开；录音会保留</translation>
  </message>
  <message>
   <source>Count down (C)</source>
   <translation>倒计时（C）</translation>
  </message>
  <message>
   <source>Count three seconds before a take begins</source>
   <translation>录音开始前倒数三秒</translation>
  </message>
  <message>
   <source>Stop when I fall silent (A)</source>
   <translation>我安静后停止（A）</translation>
  </message>
  <message>
   <source>A take ends by itself after the sentence</source>
   <translation>读完句子后录音自动结束</translation>
  </message>
  <message>
   <source>Smaller letters</source>
   <translation>缩小文字</translation>
  </message>
  <message>
   <source>Larger letters</source>
   <translation>放大文字</translation>
  </message>
  <message>
   <source>From a file…</source>
   <translation>来自文件…</translation>
  </message>
  <message>
   <source>Take a recording of this sentence from a file</source>
   <translation>从文件读取这个句子的录音</translation>
  </message>
  <message>
   <source>Check the room</source>
   <translation>检查房间</translation>
  </message>
  <message>
   <source>Try the microphone, measure the noise</source>
   <translation>试用麦克风，测量噪声</translation>
  </message>
 </context>
 <context>
  <name>RecordStartPanel</name>
  <message>
   <source>For example: Maria</source>
   <translation>例如：玛丽亚</translation>
  </message>
  <message>
   <source>Name of the voice</source>
   <translation>声音的名称</translation>
  </message>
  <message>
   <source>My own voice</source>
   <translation>我自己的声音</translation>
  </message>
  <message>
   <source>Somebody else's, who agrees</source>
   <translation>别人的声音，且本人同意</translation>
  </message>
  <message>
   <source>Whose voice it is</source>
   <translation>这是谁的声音</translation>
  </message>
  <message>
   <source>Name of the person who reads</source>
   <translation>朗读者的姓名</translation>
  </message>
  <message>
   <source>English</source>
   <translation>英语</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <source>Begin</source>
   <translation>开始</translation>
  </message>
  <message>
   <source>Begin to record</source>
   <translation>开始录音</translation>
  </message>
  <message>
   <source>Import recordings…</source>
   <translation>导入录音…</translation>
  </message>
  <message>
   <source>Make the voice of recordings that exist</source>
   <translation>用已有的录音制作声音</translation>
  </message>
  <message>
   <source>Recordings made before</source>
   <translation>以前的录音</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Go on with the chosen recordings</source>
   <translation>继续所选的录音</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>删除</translation>
  </message>
  <message>
   <source>Delete the chosen recordings; they can be brought back for 30 days</source>
   <translation>删除所选的录音；30 天内可以恢复</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Copy the chosen takes to a folder with metadata.csv and wavs/</source>
   <translation>将所选录音复制到含有 metadata.csv 和 wavs/ 的文件夹</translation>
  </message>
  <message>
   <source>Deleted recordings ({0})</source>
   <translation>已删除的录音（{0}）</translation>
  </message>
  <message>
   <source>Bring back recordings that were deleted in the last 30 days</source>
   <translation>恢复最近 30 天内删除的录音</translation>
  </message>
  <message>
   <source>{0}: 1 take</source>
   <translation>{0}：1 条录音</translation>
  </message>
  <message>
   <source>{0}: {1} takes</source>
   <translation>{0}：{1} 条录音</translation>
  </message>
  <message>
   <source>{0}, the voice is not made yet</source>
   <translation>{0}，声音尚未制作</translation>
  </message>
  <message>
   <source>1 is not in the voice yet</source>
   <translation>1 条尚未用于声音</translation>
  </message>
  <message>
   <source>{0} are not in the voice yet</source>
   <translation>{0} 条尚未用于声音</translation>
  </message>
  <message>
   <source>the voice is made</source>
   <translation>声音已制作</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Go on where you stopped, or add takes to a voice</source>
   <translation>从停下的地方继续，或为声音补充录音</translation>
  </message>
  <message>
   <source>A new voice</source>
   <translation>新的声音</translation>
  </message>
  <message>
   <source>You read about 20 sentences aloud; Timbre checks each one and then makes a voice of them. The first sentence says that you agree. Nothing leaves this machine.</source>
   <translation>您朗读大约 20 句话；Timbre 检查每一句，然后用它们制作声音。第一句表示您同意。任何内容都不会离开这台电脑。</translation>
  </message>
  <message>
   <source>&amp;Person</source>
   <translation>朗读者(&amp;P)</translation>
  </message>
  <message>
   <source>&amp;Name of the voice</source>
   <translation>声音的名称(&amp;N)</translation>
  </message>
  <message>
   <source>&amp;Whose voice</source>
   <translation>谁的声音(&amp;W)</translation>
  </message>
  <message>
   <source>&amp;Language</source>
   <translation>语言(&amp;L)</translation>
  </message>
  <message>
   <source>You have recordings already? Import them, or drop them here.</source>
   <translation>已经有录音了？请导入，或把它们拖到这里。</translation>
  </message>
 </context>
 <context>
  <name>ResultController</name>
  <message>
   <source>How alike it is was not measured.</source>
   <translation>没有测量相似程度。</translation>
  </message>
  <message>
   <source>{0:.0f} % of the way from somebody else to you; the nearest known speaker is at {1:.0f} %</source>
   <translation>从别人到您之间的 {0:.0f}%；已知的最接近的说话人为 {1:.0f}%</translation>
  </message>
  <message>
   <source>It sounds like you</source>
   <translation>听起来像您</translation>
  </message>
  <message>
   <source>It is close to you</source>
   <translation>与您接近</translation>
  </message>
  <message>
   <source>It does not sound like you yet</source>
   <translation>听起来还不像您</translation>
  </message>
  <message>
   <source>a recogniser mishears {0:.1f} % of its letters, {1:.1f} % of yours</source>
   <translation>识别器听错它的 {0:.1f}% 的字母，听错您的 {1:.1f}%</translation>
  </message>
  <message>
   <source>It is as clear as you</source>
   <translation>它和您一样清晰</translation>
  </message>
  <message>
   <source>It is a little less clear than you</source>
   <translation>它比您略欠清晰</translation>
  </message>
  <message>
   <source>It is hard to understand in places</source>
   <translation>有些地方难以听懂</translation>
  </message>
  <message>
   <source>{0}: {1}.</source>
   <translation>{0}：{1}。</translation>
  </message>
  <message>
   <source>Many takes are noisy: record them again in a quieter room.</source>
   <translation>许多录音有噪声：请在更安静的房间重新录制。</translation>
  </message>
  <message>
   <source>The room echoes in many takes: record them again where carpets and curtains are.</source>
   <translation>许多录音里有房间的回声：请在有地毯和窗帘的地方重新录制。</translation>
  </message>
  <message>
   <source>One more take would bring it closer.</source>
   <translation>再录一条会更接近。</translation>
  </message>
  <message>
   <source>{0} more takes would bring it closer.</source>
   <translation>再录 {0} 条会更接近。</translation>
  </message>
  <message>
   <source>There are enough takes; what counts now is how they sound. Record those again that are hurried, misread or farther from the microphone than the others.</source>
   <translation>录音数量已经够了，现在重要的是它们的质量：请重录那些读得太快、读错，或离麦克风比其他录音更远的。</translation>
  </message>
  <message>
   <source>Nothing needs to be done: the takes are good and enough.</source>
   <translation>什么都不需要做：录音质量好，数量也够。</translation>
  </message>
 </context>
 <context>
  <name>ResultPanel</name>
  <message>
   <source>Beside you</source>
   <translation>与您并列</translation>
  </message>
  <message>
   <source>Play {0}</source>
   <translation>播放 {0}</translation>
  </message>
  <message>
   <source>Hear one of the two</source>
   <translation>听两者之一</translation>
  </message>
  <message>
   <source>{0} is me</source>
   <translation>{0} 是我</translation>
  </message>
  <message>
   <source>Say that this one is you</source>
   <translation>认为这一个是您</translation>
  </message>
  <message>
   <source>Next pair</source>
   <translation>下一对</translation>
  </message>
  <message>
   <source>Hide another pair</source>
   <translation>隐藏另一对</translation>
  </message>
  <message>
   <source>Speak with it</source>
   <translation>用它朗读</translation>
  </message>
  <message>
   <source>Try the new voice</source>
   <translation>试试新的声音</translation>
  </message>
  <message>
   <source>Record more</source>
   <translation>继续录音</translation>
  </message>
  <message>
   <source>Go back to the sentences and add takes</source>
   <translation>回到句子并补充录音</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Save the voice as a file</source>
   <translation>把声音保存为文件</translation>
  </message>
  <message>
   <source>{0} beside you</source>
   <translation>{0} 与您并列</translation>
  </message>
  <message>
   <source>The voice says the sentences that it did not learn from…</source>
   <translation>声音正在朗读它没有学习过的句子…</translation>
  </message>
  <message>
   <source>You</source>
   <translation>您</translation>
  </message>
  <message>
   <source>The voice</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Hear it</source>
   <translation>听一听</translation>
  </message>
  <message>
   <source>Listen to A and B: one is you. Which?</source>
   <translation>听 A 和 B：其中一个是您。是哪一个？</translation>
  </message>
  <message>
   <source>Waiting for the sentences…</source>
   <translation>正在等待句子…</translation>
  </message>
  <message>
   <source>✓  Right, you are {0}.</source>
   <translation>✓  对，您是 {0}。</translation>
  </message>
  <message>
   <source>✗  No, you are {0}.</source>
   <translation>✗  不对，您是 {0}。</translation>
  </message>
  <message>
   <source>{0} of {1} told apart</source>
   <translation>{1} 次中分辨出 {0} 次</translation>
  </message>
  <message>
   <source>The same sentences, by you and by the voice</source>
   <translation>同样的句子，由您和声音分别朗读</translation>
  </message>
  <message>
   <source>Can you tell which is you?</source>
   <translation>您能分辨出哪个是您吗？</translation>
  </message>
 </context>
 <context>
  <name>RoomController</name>
  <message>
   <source>The microphone does not answer: choose another one, or look again.</source>
   <translation>麦克风没有响应：请选择另一个，或重新查找。</translation>
  </message>
  <message>
   <source>No sound at all arrives: see that the microphone is not muted and the right one is chosen.</source>
   <translation>完全没有声音传来：请确认麦克风没有静音，并且选对了麦克风。</translation>
  </message>
  <message>
   <source>The room is quiet ({0} dBFS): go ahead.</source>
   <translation>房间很安静（{0} dBFS）：可以开始。</translation>
  </message>
  <message>
   <source>There is some noise ({0} dBFS), which will do: shutting windows and moving away from fans makes a better voice.</source>
   <translation>有一些噪声（{0} dBFS），可以接受：关上窗户、远离风扇，能做出更好的声音。</translation>
  </message>
  <message>
   <source>The room is too noisy ({0} dBFS): switch off fans, shut the windows, come closer to the microphone and turn it down, or take another room. Then measure again.</source>
   <translation>房间太吵（{0} dBFS）：请关掉风扇，关上窗户，靠近麦克风并把它调低，或换一个房间。然后重新测量。</translation>
  </message>
  <message>
   <source>It was not silent all the time ({1} dBFS at the loudest): be still and measure again.</source>
   <translation>并非一直安静（最响处 {1} dBFS）：请保持安静，重新测量。</translation>
  </message>
 </context>
 <context>
  <name>SentenceController</name>
  <message>
   <source>settings of a sentence</source>
   <translation>句子的设置</translation>
  </message>
  <message>
   <source>pitch and timing</source>
   <translation>音高和时长</translation>
  </message>
  <message>
   <source>reset of pitch and timing</source>
   <translation>音高和时长的复位</translation>
  </message>
 </context>
 <context>
  <name>SentencePanel</name>
  <message>
   <source>Speak the sentence with the cursor first; its melody and timing then appear here.</source>
   <translation>请先朗读光标所在的句子；它的语调和时长随后显示在这里。</translation>
  </message>
  <message>
   <source>Reset the sentence</source>
   <translation>复位句子</translation>
  </message>
  <message>
   <source>Take back all changes of this sentence</source>
   <translation>收回对这个句子的所有更改</translation>
  </message>
  <message>
   <source>Drag a dot up or down for pitch, a line sideways for length.</source>
   <translation>上下拖动圆点改变音高，左右拖动线改变时长。</translation>
  </message>
 </context>
 <context>
  <name>ServerController</name>
  <message>
   <source>Speech server: starting…</source>
   <translation>语音服务器：正在启动…</translation>
  </message>
  <message>
   <source>Speech server: {0}</source>
   <translation>语音服务器：{0}</translation>
  </message>
  <message>
   <source>Speech server: not running</source>
   <translation>语音服务器：没有运行</translation>
  </message>
  <message>
   <source>Connect again</source>
   <translation>重新连接</translation>
  </message>
 </context>
 <context>
  <name>SessionShelf</name>
  <message>
   <source>The recordings of {0} were deleted. They can be brought back for 30 days; a voice made of them stays.</source>
   <translation>已删除 {0} 的录音。30 天内可以恢复；用它们制作的声音会保留。</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>The takes were saved in {0}.</source>
   <translation>录音已保存到 {0}。</translation>
  </message>
  <message>
   <source>The recordings are back.</source>
   <translation>录音已恢复。</translation>
  </message>
 </context>
 <context>
  <name>SettingsController</name>
  <message>
   <source>An address is a name, a colon and a port, such as localhost:8001.</source>
   <translation>地址由名称、冒号和端口组成，例如 localhost:8001。</translation>
  </message>
  <message>
   <source>Open it anew</source>
   <translation>现在重新打开</translation>
  </message>
  <message>
   <source>The change is seen when Timbre is opened the next time.</source>
   <translation>更改将在下次打开 Timbre 时生效。</translation>
  </message>
  <message>
   <source>The server is at {0}; its own log says what it computes with.</source>
   <translation>服务器位于 {0}；它自己的日志会说明用什么计算。</translation>
  </message>
  <message>
   <source>Engine: {0}.</source>
   <translation>引擎：{0}。</translation>
  </message>
  <message>
   <source>GPU: {0}.</source>
   <translation>GPU：{0}。</translation>
  </message>
  <message>
   <source>No NVIDIA GPU was found: the processor computes, and a clone takes minutes.</source>
   <translation>没有找到 NVIDIA GPU：由处理器计算，制作声音需要几分钟。</translation>
  </message>
  <message>
   <source>Address: {0}.</source>
   <translation>地址：{0}。</translation>
  </message>
  <message>
   <source>Voices</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Your voices, their tags and notes; deleted ones for 30 days.</source>
   <translation>您的声音及其标签和备注；已删除的保留 30 天。</translation>
  </message>
  <message>
   <source>Recordings</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Every take that you recorded, and your consent; deleted ones for 30 days.</source>
   <translation>您录制的每一条录音和您的同意声明；删除的保留 30 天。</translation>
  </message>
  <message>
   <source>Speech</source>
   <translation>语音</translation>
  </message>
  <message>
   <source>What was spoken on the Speak page, to be heard again.</source>
   <translation>在“朗读”页面朗读过的内容，可以重听。</translation>
  </message>
  <message>
   <source>Pronunciations</source>
   <translation>发音</translation>
  </message>
  <message>
   <source>The words that you taught, a text file.</source>
   <translation>您教过的词，是一个文本文件。</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>These settings and the place of the window.</source>
   <translation>这些设置和窗口的位置。</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>日志</translation>
  </message>
  <message>
   <source>What went wrong, to be read when something does; no sound.</source>
   <translation>出了什么错，供出错时查看；不含声音。</translation>
  </message>
  <message>
   <source>Voices in the making</source>
   <translation>制作中的声音</translation>
  </message>
  <message>
   <source>What was learned, with a copy of the takes; gone when the voice is ready.</source>
   <translation>已学到的内容和录音的副本；声音完成后即删除。</translation>
  </message>
  <message>
   <source>Cache</source>
   <translation>缓存</translation>
  </message>
  <message>
   <source>Parts of the program that can be made again; nothing of yours.</source>
   <translation>程序可以重新生成的部分；没有您的内容。</translation>
  </message>
  <message>
   <source>A double click on a voice file opens it in Timbre from now on.</source>
   <translation>从现在起，双击声音文件会在 Timbre 中打开。</translation>
  </message>
 </context>
 <context>
  <name>SettingsPage</name>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Show more tabs</source>
   <translation>显示更多标签页</translation>
  </message>
  <message>
   <source>Connect again</source>
   <translation>重新连接</translation>
  </message>
  <message>
   <source>Let go of the speech server and start or find it anew</source>
   <translation>放开语音服务器，重新启动或查找</translation>
  </message>
  <message>
   <source>Open them with Timbre</source>
   <translation>用 Timbre 打开</translation>
  </message>
  <message>
   <source>Have the desktop open voice files with this program</source>
   <translation>让桌面用本程序打开声音文件</translation>
  </message>
  <message>
   <source>The system's choice</source>
   <translation>系统的选择</translation>
  </message>
  <message>
   <source>⚠ You use the speech server {0}: texts, takes and voices are sent to it.</source>
   <translation>⚠ 您使用语音服务器 {0}：文本、录音和声音会发送给它。</translation>
  </message>
  <message>
   <source>✓ The speech server runs on this machine: nothing that you record or write leaves it.</source>
   <translation>✓ 语音服务器在本机运行：您录制或书写的任何内容都不会离开这台电脑。</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>显示</translation>
  </message>
  <message>
   <source>Show {0} in the file manager</source>
   <translation>在文件管理器中显示{0}</translation>
  </message>
  <message>
   <source>General</source>
   <translation>常规</translation>
  </message>
  <message>
   <source>Sound</source>
   <translation>声音设备</translation>
  </message>
  <message>
   <source>Speech server</source>
   <translation>语音服务器</translation>
  </message>
  <message>
   <source>Privacy and folders</source>
   <translation>隐私与文件夹</translation>
  </message>
  <message>
   <source>A double click on a .timbre file then imports the voice.</source>
   <translation>之后双击 .timbre 文件即可导入声音。</translation>
  </message>
  <message>
   <source>Voice files</source>
   <translation>声音文件</translation>
  </message>
  <message>
   <source>Timbre has no account, sends no statistics, shows no advertisements and does not look for updates.</source>
   <translation>Timbre 没有账户，不发送统计，不显示广告，也不检查更新。</translation>
  </message>
  <message>
   <source>A voice belongs to a person. The statement of consent is recorded first and kept with the takes and the voice; files that Timbre exports say in their metadata that they are synthetic speech.</source>
   <translation>声音属于个人。同意声明最先录制，并与录音和声音一起保存；Timbre 导出的文件会在元数据中注明是合成语音。</translation>
  </message>
  <message>
   <source>What is stored, and where:</source>
   <translation>存储了什么，存储在哪里：</translation>
  </message>
  <message>
   <source>To move all of it, close Timbre, move the folder, and set TIMBRE_HOME to its new place. To remove all of it, delete the folder.</source>
   <translation>要全部移走，请关闭 Timbre，移动文件夹，并把 TIMBRE_HOME 设为新的位置。要全部移除，请删除文件夹。</translation>
  </message>
  <message>
   <source>Counts when Timbre is opened again.</source>
   <translation>下次打开 Timbre 时生效。</translation>
  </message>
  <message>
   <source>On</source>
   <translation>开</translation>
  </message>
  <message>
   <source>localhost:8001</source>
   <translation>localhost:8001</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>选择…</translation>
  </message>
  <message>
   <source>Choose another folder</source>
   <translation>选择另一个文件夹</translation>
  </message>
 </context>
 <context>
  <name>SettingsTable</name>
  <message>
   <source>Theme</source>
   <translation>主题</translation>
  </message>
  <message>
   <source>Light letters on dark, dark on light, or as the desktop has it.</source>
   <translation>浅色、深色，或与桌面一致。</translation>
  </message>
  <message>
   <source>As the desktop</source>
   <translation>与桌面一致</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>文字大小</translation>
  </message>
  <message>
   <source>Makes all letters of the window smaller or larger.</source>
   <translation>把窗口中的所有文字缩小或放大。</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <source>Of the window; voices speak the language of their takes.</source>
   <translation>窗口的语言；声音说的是录音所用的语言。</translation>
  </message>
  <message>
   <source>As the system</source>
   <translation>与系统一致</translation>
  </message>
  <message>
   <source>A new voice starts from</source>
   <translation>新声音的起点</translation>
  </message>
  <message>
   <source>Try another one with the same takes if a voice does not come close to the person.</source>
   <translation>如果声音与本人不够接近，请用同样的录音试试另一种。</translation>
  </message>
  <message>
   <source>What is computed from the takes</source>
   <translation>由录音计算出的结果</translation>
  </message>
  <message>
   <source>Both: the nearest known speaker and the takes</source>
   <translation>两者：已知的最接近的说话人和录音</translation>
  </message>
  <message>
   <source>The nearest known speaker</source>
   <translation>已知的最接近的说话人</translation>
  </message>
  <message>
   <source>Folder for exports</source>
   <translation>导出文件夹</translation>
  </message>
  <message>
   <source>Where the dialogs begin that save speech and voices.</source>
   <translation>保存语音和声音的对话框从这里开始。</translation>
  </message>
  <message>
   <source>Microphone</source>
   <translation>麦克风</translation>
  </message>
  <message>
   <source>What takes are recorded with.</source>
   <translation>用来录制录音的设备。</translation>
  </message>
  <message>
   <source>Loudspeaker</source>
   <translation>扬声器</translation>
  </message>
  <message>
   <source>What takes and speech are played with, from the next sound on.</source>
   <translation>用来播放录音和语音的设备，从下一次播放起生效。</translation>
  </message>
  <message>
   <source>Count down before a take</source>
   <translation>录音前倒计时</translation>
  </message>
  <message>
   <source>Three seconds to get ready.</source>
   <translation>用三秒钟做准备。</translation>
  </message>
  <message>
   <source>End a take on silence</source>
   <translation>安静时结束录音</translation>
  </message>
  <message>
   <source>Stops when you have read the sentence and fallen silent.</source>
   <translation>您读完句子并安静下来后停止。</translation>
  </message>
  <message>
   <source>Address of the speech server</source>
   <translation>语音服务器的地址</translation>
  </message>
  <message>
   <source>Empty: Timbre starts one on this machine. Otherwise host:port of one that you trust, or grpcs://host:port if it encrypts; your takes and texts are sent to it.</source>
   <translation>留空：Timbre 在本机启动一个。否则填写您信任的服务器的 主机:端口，若它加密传输则填写 grpcs://主机:端口；您的录音和文本会发送给它。</translation>
  </message>
  <message>
   <source>Key of that server</source>
   <translation>该服务器的密钥</translation>
  </message>
  <message>
   <source>What `timbre serve` printed there; it is kept in a file that only you can read.</source>
   <translation>该服务器启动时显示的密钥；它保存在只有您能读取的文件中。</translation>
  </message>
  <message>
   <source>Computes with</source>
   <translation>用什么计算</translation>
  </message>
  <message>
   <source>For the server on this machine. Choose the processor if the GPU is wanted elsewhere.</source>
   <translation>用于本机的服务器。如果 GPU 另有用途，请选择处理器。</translation>
  </message>
  <message>
   <source>The GPU if there is one</source>
   <translation>有 GPU 就用 GPU</translation>
  </message>
  <message>
   <source>The processor (ONNX Runtime)</source>
   <translation>处理器（ONNX Runtime）</translation>
  </message>
  <message>
   <source>The GPU (TensorRT for RTX)</source>
   <translation>GPU（TensorRT for RTX）</translation>
  </message>
  <message>
   <source>The GPU (CUDA graphs)</source>
   <translation>GPU（CUDA 图）</translation>
  </message>
  <message>
   <source>The GPU (PyTorch)</source>
   <translation>GPU（PyTorch）</translation>
  </message>
 </context>
 <context>
  <name>SketchController</name>
  <message>
   <source>Sketching the voice…</source>
   <translation>正在起草声音…</translation>
  </message>
  <message>
   <source>A sketch of {0:.0f} s of speech; no learning yet</source>
   <translation>由 {0:.0f} 秒语音得出的草稿，尚未学习</translation>
  </message>
 </context>
 <context>
  <name>SpeakControls</name>
  <message>
   <source>Pace</source>
   <translation>语速</translation>
  </message>
  <message>
   <source>Pitch</source>
   <translation>音高</translation>
  </message>
  <message>
   <source>Energy</source>
   <translation>力度</translation>
  </message>
  <message>
   <source>Liveliness</source>
   <translation>生动度</translation>
  </message>
  <message>
   <source>change of {0}</source>
   <translation>更改{0}</translation>
  </message>
  <message>
   <source>choice of the voice</source>
   <translation>选择声音</translation>
  </message>
 </context>
 <context>
  <name>SpeakExportController</name>
  <message>
   <source>Saving {0}…</source>
   <translation>正在保存 {0}…</translation>
  </message>
  <message>
   <source>Saving: sentence {0} of {1}</source>
   <translation>正在保存：第 {0} 句，共 {1} 句</translation>
  </message>
  <message>
   <source>Saved {0} ({1:.1f} s).</source>
   <translation>已保存 {0}（{1:.1f} 秒）。</translation>
  </message>
  <message>
   <source>Saved {0} files in {1} ({2:.1f} s).</source>
   <translation>已在 {1} 中保存 {0} 个文件（{2:.1f} 秒）。</translation>
  </message>
  <message>
   <source>Batch: {0} texts…</source>
   <translation>批量：{0} 段文本…</translation>
  </message>
  <message>
   <source>Batch: {0} of {1} texts spoken</source>
   <translation>批量：{1} 段文本中已朗读 {0} 段</translation>
  </message>
  <message>
   <source>Saved {0} files in {1}.</source>
   <translation>已在 {1} 中保存 {0} 个文件。</translation>
  </message>
  <message>
   <source>{0} of {1} texts could not be spoken; the first is line {2}: {3}</source>
   <translation>{1} 段文本中有 {0} 段无法朗读；第一处在第 {2} 行：{3}</translation>
  </message>
  <message>
   <source>Stopped; no half-written file is left.</source>
   <translation>已停止；没有留下未写完的文件。</translation>
  </message>
 </context>
 <context>
  <name>SpeakPage</name>
  <message>
   <source>Voice</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Text to speak</source>
   <translation>要朗读的文本</translation>
  </message>
  <message>
   <source>Type or paste what the voice should say.</source>
   <translation>输入或粘贴要让声音说的话。</translation>
  </message>
  <message>
   <source>Pace</source>
   <translation>语速</translation>
  </message>
  <message>
   <source>Pitch</source>
   <translation>音高</translation>
  </message>
  <message>
   <source> st</source>
   <translation> 半音</translation>
  </message>
  <message>
   <source>Energy</source>
   <translation>力度</translation>
  </message>
  <message>
   <source> dB</source>
   <translation> dB</translation>
  </message>
  <message>
   <source>Liveliness</source>
   <translation>生动度</translation>
  </message>
  <message>
   <source>What is spoken appears here while it is made.</source>
   <translation>朗读的内容在生成时显示在这里。</translation>
  </message>
  <message>
   <source>Record or import a voice first: there is none to speak with.</source>
   <translation>请先录制或导入一个声音：还没有可用来朗读的声音。</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>Undo: {0}</source>
   <translation>撤销：{0}</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>Redo: {0}</source>
   <translation>重做：{0}</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>重录</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Speak the text</source>
   <translation>朗读文本</translation>
  </message>
  <message>
   <source>Pause, or go on</source>
   <translation>暂停，或继续</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Fall silent</source>
   <translation>立即静音</translation>
  </message>
  <message>
   <source>Say again</source>
   <translation>再读一遍</translation>
  </message>
  <message>
   <source>Speak this sentence anew, as the controls stand now</source>
   <translation>按当前的控制重新朗读此句</translation>
  </message>
  <message>
   <source>Another reading</source>
   <translation>换一种读法</translation>
  </message>
  <message>
   <source>Read this sentence in another way</source>
   <translation>用另一种方式读这个句子</translation>
  </message>
  <message>
   <source>As before</source>
   <translation>恢复之前读法</translation>
  </message>
  <message>
   <source>Read this sentence as it was read before</source>
   <translation>用之前的方式读这个句子</translation>
  </message>
  <message>
   <source>Repeat</source>
   <translation>循环</translation>
  </message>
  <message>
   <source>Repeat what is chosen, or everything</source>
   <translation>循环所选部分，或全部</translation>
  </message>
  <message>
   <source>Melody</source>
   <translation>旋律</translation>
  </message>
  <message>
   <source>Change the pitch and length of single sounds</source>
   <translation>改变单个音的音高和时长</translation>
  </message>
  <message>
   <source>History…</source>
   <translation>历史…</translation>
  </message>
  <message>
   <source>What was spoken before</source>
   <translation>以前朗读过的内容</translation>
  </message>
  <message>
   <source>Pronunciation…</source>
   <translation>发音…</translation>
  </message>
  <message>
   <source>Teach how the selected word is spoken</source>
   <translation>教它怎样读所选的词</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Save the speech as a sound file, with subtitles if you like</source>
   <translation>把语音保存为声音文件，需要时带字幕</translation>
  </message>
  <message>
   <source>Make a voice</source>
   <translation>制作声音</translation>
  </message>
  <message>
   <source>Record a voice to speak with</source>
   <translation>录制一个用于朗读的声音</translation>
  </message>
  <message>
   <source>Batch…</source>
   <translation>批量…</translation>
  </message>
  <message>
   <source>Speak many texts from a file into many sound files</source>
   <translation>把一个文件中的多段文本朗读成多个声音文件</translation>
  </message>
  <message>
   <source>&amp;Voice</source>
   <translation>声音(&amp;V)</translation>
  </message>
 </context>
 <context>
  <name>SpeakPlayer</name>
  <message>
   <source>There is nothing to speak: type a text first.</source>
   <translation>没有可朗读的内容：请先输入文本。</translation>
  </message>
  <message>
   <source>Asking for speech…</source>
   <translation>正在请求语音…</translation>
  </message>
  <message>
   <source>Speaking</source>
   <translation>正在朗读</translation>
  </message>
  <message>
   <source>Speaking.</source>
   <translation>正在朗读。</translation>
  </message>
  <message>
   <source>{0}; the first sound came after {1:.0f} ms.</source>
   <translation>{0}；第一个声音在 {1:.0f} 毫秒后到达。</translation>
  </message>
  <message>
   <source>Spoken</source>
   <translation>已朗读</translation>
  </message>
  <message>
   <source>Spoken.</source>
   <translation>已朗读。</translation>
  </message>
  <message>
   <source>The speech server stopped answering: choose Go on to speak from there once more.</source>
   <translation>语音服务器停止了响应：选择“继续”从那里再次朗读。</translation>
  </message>
  <message>
   <source>The disk is full: free some space, then choose Speak; what was spoken is kept.</source>
   <translation>磁盘已满：请腾出一些空间，然后选择“朗读”；已经读过的会保留。</translation>
  </message>
 </context>
 <context>
  <name>TakeController</name>
  <message>
   <source>Recording…</source>
   <translation>正在录音…</translation>
  </message>
  <message>
   <source>Read the sentence aloud; the take ends when you fall silent.</source>
   <translation>请朗读句子；您安静后录音结束。</translation>
  </message>
  <message>
   <source>Read the sentence aloud, then press Space.</source>
   <translation>请朗读句子，然后按空格。</translation>
  </message>
  <message>
   <source>Recording begins in {0}…</source>
   <translation>{0} 秒后开始录音…</translation>
  </message>
  <message>
   <source>Be still for a moment…</source>
   <translation>请安静片刻…</translation>
  </message>
  <message>
   <source>Saving the take…</source>
   <translation>正在保存录音…</translation>
  </message>
 </context>
 <context>
  <name>TakeReview</name>
  <message>
   <source>Comparing the words…</source>
   <translation>正在比较词语…</translation>
  </message>
  <message>
   <source>The sound is good. Press → for the next sentence.</source>
   <translation>声音很好。按 → 转到下一句。</translation>
  </message>
  <message>
   <source>No take yet</source>
   <translation>还没有录音</translation>
  </message>
  <message>
   <source>Press Space and read the sentence aloud.</source>
   <translation>按空格，然后朗读句子。</translation>
  </message>
  <message>
   <source>Looking at the take…</source>
   <translation>正在查看录音…</translation>
  </message>
  <message>
   <source>Good, and enough: make the voice, or press → to read more.</source>
   <translation>很好，数量也够了：请制作声音，或按 → 继续朗读。</translation>
  </message>
  <message>
   <source>Good. Press → for the next sentence.</source>
   <translation>很好。按 → 到下一句。</translation>
  </message>
 </context>
 <context>
  <name>TakeStrip</name>
  <message>
   <source>All sentences</source>
   <translation>所有句子</translation>
  </message>
  <message>
   <source>{0} of {1} sentences recorded, {2} to record again</source>
   <translation>{1} 句中已录制 {0} 句，{2} 句需要重录</translation>
  </message>
  <message>
   <source>not recorded yet</source>
   <translation>尚未录制</translation>
  </message>
  <message>
   <source>recorded, the words are not compared yet</source>
   <translation>已录制，尚未比较词语</translation>
  </message>
  <message>
   <source>good</source>
   <translation>良好</translation>
  </message>
  <message>
   <source>usable, could be better</source>
   <translation>可用，还可以更好</translation>
  </message>
  <message>
   <source>should be recorded again</source>
   <translation>应当重录</translation>
  </message>
  <message>
   <source>kept against the advice</source>
   <translation>不顾建议保留</translation>
  </message>
 </context>
 <context>
  <name>TakesDialog</name>
  <message>
   <source>The takes of this voice</source>
   <translation>这个声音的录音</translation>
  </message>
  <message>
   <source>Sentence</source>
   <translation>句子</translation>
  </message>
  <message>
   <source>Level</source>
   <translation>音量</translation>
  </message>
  <message>
   <source>Above the noise</source>
   <translation>高出噪声</translation>
  </message>
  <message>
   <source>Clipped</source>
   <translation>削波</translation>
  </message>
  <message>
   <source>Words missed</source>
   <translation>漏读的词</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close the table</source>
   <translation>关闭表格</translation>
  </message>
  <message>
   <source>Looking at the takes…</source>
   <translation>正在检查录音…</translation>
  </message>
  <message>
   <source>Good takes have speech above -40 dBFS, 24 dB or more above the noise, and nothing clipped.</source>
   <translation>好的录音：语音高于 -40 dBFS，高出噪声 24 dB 或更多，并且没有削波。</translation>
  </message>
  <message>
   <source>not compared yet</source>
   <translation>尚未比对</translation>
  </message>
  <message>
   <source>{0:.0f} dBFS</source>
   <translation>{0:.0f} dBFS</translation>
  </message>
  <message>
   <source>{0:.0f} dB</source>
   <translation>{0:.0f} dB</translation>
  </message>
  <message>
   <source>{0:.2g} %</source>
   <translation>{0:.2g} %</translation>
  </message>
 </context>
 <context>
  <name>TrackView</name>
  <message>
   <source>Spoken sound</source>
   <translation>朗读的声音</translation>
  </message>
  <message>
   <source>Click to hear from there, drag to choose what to repeat; arrow keys move by a second</source>
   <translation>点击从那里播放，拖动选择要循环的部分；方向键移动一秒</translation>
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation>{0} / {1}</translation>
  </message>
  <message>
   <source>, repeating {0} to {1}</source>
   <translation>，循环 {0} 到 {1}</translation>
  </message>
 </context>
 <context>
  <name>TransportController</name>
  <message>
   <source>Paused.</source>
   <translation>已暂停。</translation>
  </message>
  <message>
   <source>Stopped.</source>
   <translation>已停止。</translation>
  </message>
 </context>
 <context>
  <name>VoiceDetailPanel</name>
  <message>
   <source>{0}  ({1:.1f} s)</source>
   <translation>{0}  （{1:.1f} 秒）</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Play take</source>
   <translation>播放录音</translation>
  </message>
  <message>
   <source>came with Timbre</source>
   <translation>随 Timbre 提供</translation>
  </message>
  <message>
   <source>American English</source>
   <translation>美式英语</translation>
  </message>
  <message>
   <source>British English</source>
   <translation>英式英语</translation>
  </message>
  <message>
   <source>⚠ {0}</source>
   <translation>⚠ {0}</translation>
  </message>
  <message>
   <source>● Likeness</source>
   <translation>● 相似度</translation>
  </message>
  <message>
   <source>{0:.0f} %</source>
   <translation>{0:.0f}%</translation>
  </message>
  <message>
   <source>❙ Nearest known speaker</source>
   <translation>❙ 已知的最接近的说话人</translation>
  </message>
  <message>
   <source>{0} takes, {1:.0f} s of speech</source>
   <translation>{0} 条录音，{1:.0f} 秒语音</translation>
  </message>
  <message>
   <source>Made of</source>
   <translation>所用材料</translation>
  </message>
  <message>
   <source>Started from</source>
   <translation>起点</translation>
  </message>
  <message>
   <source>what was computed from the takes</source>
   <translation>由录音计算出的结果</translation>
  </message>
  <message>
   <source>{0}, the nearest known speaker, and what was computed from the takes</source>
   <translation>已知的最接近的说话人 {0}，以及由录音计算出的结果</translation>
  </message>
  <message>
   <source>the nearest known speaker, {0}</source>
   <translation>已知的最接近的说话人 {0}</translation>
  </message>
  <message>
   <source>Made in</source>
   <translation>制作用时</translation>
  </message>
  <message>
   <source>{0:.0f} s</source>
   <translation>{0:.0f} 秒</translation>
  </message>
  <message>
   <source>Consent</source>
   <translation>同意声明</translation>
  </message>
  <message>
   <source>“{0}”</source>
   <translation>“{0}”</translation>
  </message>
  <message>
   <source>Make it again</source>
   <translation>重新制作</translation>
  </message>
  <message>
   <source>Make the voice anew from its takes; this one stays until then</source>
   <translation>用它的录音重做这个声音；完成之前，现在的声音保持不变</translation>
  </message>
  <message>
   <source>Play sample</source>
   <translation>播放示例</translation>
  </message>
  <message>
   <source>Speak one sentence in this voice</source>
   <translation>用这个声音朗读一句话</translation>
  </message>
  <message>
   <source>Speak with it</source>
   <translation>用它朗读</translation>
  </message>
  <message>
   <source>Go to Speak with this voice</source>
   <translation>带着这个声音去“朗读”页面</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>对比</translation>
  </message>
  <message>
   <source>Hear it beside the takes that it did not learn from, if they are on this machine</source>
   <translation>与它没有学习过的录音对照试听，前提是录音在本机</translation>
  </message>
  <message>
   <source>Rename…</source>
   <translation>重命名…</translation>
  </message>
  <message>
   <source>Give the voice another name</source>
   <translation>给声音另起一个名称</translation>
  </message>
  <message>
   <source>Duplicate</source>
   <translation>复制</translation>
  </message>
  <message>
   <source>Copy the voice under another name</source>
   <translation>以另一个名称复制声音</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Save the voice with its tags and notes as one file</source>
   <translation>把声音连同标签和备注保存为一个文件</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>删除</translation>
  </message>
  <message>
   <source>Delete the voice; it can be brought back for 30 days</source>
   <translation>删除声音；30 天内可以恢复</translation>
  </message>
  <message>
   <source>For example: warm, audiobook</source>
   <translation>例如：温暖, 有声书</translation>
  </message>
  <message>
   <source>Tags, with commas between them</source>
   <translation>标签，用逗号分隔</translation>
  </message>
  <message>
   <source>Anything to remember about this voice</source>
   <translation>关于这个声音的任何备忘</translation>
  </message>
  <message>
   <source>Notes</source>
   <translation>备注</translation>
  </message>
  <message>
   <source>Takes of this voice</source>
   <translation>这个声音的录音</translation>
  </message>
  <message>
   <source>Play the chosen take</source>
   <translation>播放所选的录音</translation>
  </message>
  <message>
   <source>Open folder</source>
   <translation>打开文件夹</translation>
  </message>
  <message>
   <source>Show the recordings in the file manager</source>
   <translation>在文件管理器中显示录音</translation>
  </message>
  <message>
   <source>&amp;Tags</source>
   <translation>标签(&amp;T)</translation>
  </message>
  <message>
   <source>N&amp;otes</source>
   <translation>备注(&amp;O)</translation>
  </message>
  <message>
   <source>Report</source>
   <translation>报告</translation>
  </message>
  <message>
   <source>Takes</source>
   <translation>录音</translation>
  </message>
 </context>
 <context>
  <name>VoicesController</name>
  <message>
   <source>The voice {0} was added.</source>
   <translation>已添加声音 {0}。</translation>
  </message>
  <message>
   <source>{0} was made again. The older voice can be brought back for 30 days.</source>
   <translation>{0} 已重新制作。原来的声音在 30 天内可以恢复。</translation>
  </message>
  <message>
   <source>This is {0}, a voice made with Timbre.</source>
   <translation>This is {0}, a voice made with Timbre.</translation>
  </message>
  <message>
   <source>{0} is a copy of {1}.</source>
   <translation>{0} 是 {1} 的副本。</translation>
  </message>
  <message>
   <source>{0} was deleted. It can be brought back for 30 days; its takes are kept.</source>
   <translation>已删除 {0}。30 天内可以恢复；它的录音会保留。</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>{0} is back.</source>
   <translation>{0} 已恢复。</translation>
  </message>
  <message>
   <source>The voice was saved as {0}.</source>
   <translation>声音已保存为 {0}。</translation>
  </message>
 </context>
 <context>
  <name>VoicesPage</name>
  <message>
   <source>Voices</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Import…</source>
   <translation>导入…</translation>
  </message>
  <message>
   <source>Add a voice from a file</source>
   <translation>从文件添加声音</translation>
  </message>
  <message>
   <source>Record a new voice</source>
   <translation>录制新的声音</translation>
  </message>
  <message>
   <source>Record sentences and make a voice of them</source>
   <translation>录制句子并用它们制作声音</translation>
  </message>
  <message>
   <source>Deleted voices ({0})</source>
   <translation>已删除的声音（{0}）</translation>
  </message>
  <message>
   <source>Bring back a voice that was deleted in the last 30 days</source>
   <translation>恢复最近 30 天内删除的声音</translation>
  </message>
  <message>
   <source>Back to the voices</source>
   <translation>返回声音列表</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Play sample</source>
   <translation>播放示例</translation>
  </message>
  <message>
   <source>⚠ {0}</source>
   <translation>⚠ {0}</translation>
  </message>
  <message>
   <source>All tags</source>
   <translation>所有标签</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>搜索</translation>
  </message>
  <message>
   <source>Search in names, tags and notes</source>
   <translation>在名称、标签和备注中搜索</translation>
  </message>
  <message>
   <source>Search in names, tags and notes (Ctrl+F)</source>
   <translation>在名称、标签和备注中搜索（Ctrl+F）</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>清除搜索</translation>
  </message>
  <message>
   <source>Only voices with this tag</source>
   <translation>只显示带此标签的声音</translation>
  </message>
  <message>
   <source>No voice matches the search.</source>
   <translation>没有符合搜索的声音。</translation>
  </message>
  <message>
   <source>There is no voice here yet.</source>
   <translation>这里还没有声音。</translation>
  </message>
  <message>
   <source>Record about 20 sentences, and Timbre makes a voice of them on this machine.</source>
   <translation>录制大约 20 句话，Timbre 就在这台电脑上用它们制作声音。</translation>
  </message>
 </context>
 <context>
  <name>WaveformView</name>
  <message>
   <source>Waveform</source>
   <translation>波形</translation>
  </message>
 </context>
 <context>
  <name>WelcomePage</name>
  <message>
   <source>Make my voice</source>
   <translation>制作我的声音</translation>
  </message>
  <message>
   <source>Begin to record sentences</source>
   <translation>开始录制句子</translation>
  </message>
  <message>
   <source>I have a voice file…</source>
   <translation>我有声音文件…</translation>
  </message>
  <message>
   <source>Import a voice that was made elsewhere</source>
   <translation>导入在别处制作的声音</translation>
  </message>
  <message>
   <source>Look around first</source>
   <translation>先看一看</translation>
  </message>
  <message>
   <source>Go to the voices</source>
   <translation>去看声音</translation>
  </message>
  <message>
   <source>Welcome to Timbre</source>
   <translation>欢迎使用 Timbre</translation>
  </message>
  <message>
   <source>Give Timbre your voice, and it reads any text aloud with it.</source>
   <translation>把您的声音交给 Timbre，它就能用这个声音朗读任何文字。</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Read about 20 sentences aloud. It takes five minutes.</source>
   <translation>朗读大约 20 句话，只需五分钟。</translation>
  </message>
  <message>
   <source>Wait a little</source>
   <translation>稍等片刻</translation>
  </message>
  <message>
   <source>Timbre learns your voice: half a minute with a good GPU, some minutes without.</source>
   <translation>Timbre 学习您的声音：有好的 GPU 时半分钟，没有时几分钟。</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Write a text, hear it at once, and save it as a file.</source>
   <translation>写下文本，立即听到，并保存为文件。</translation>
  </message>
  <message>
   <source>All of it happens on this machine: no account, and nothing is sent anywhere.</source>
   <translation>一切都在这台电脑上进行：没有账户，也不会向任何地方发送内容。</translation>
  </message>
 </context>
 <context>
  <name>WordsController</name>
  <message>
   <source>pronunciation of “{0}”</source>
   <translation>“{0}”的发音</translation>
  </message>
  <message>
   <source>Record or import a voice first: there is none to speak with.</source>
   <translation>请先录制或导入一个声音：还没有可用来朗读的声音。</translation>
  </message>
  <message>
   <source>“{0}” is spoken so from now on.</source>
   <translation>从现在起这样读“{0}”。</translation>
  </message>
  <message>
   <source>“{0}” is spoken as before.</source>
   <translation>像以前那样读“{0}”。</translation>
  </message>
 </context>
</TS>
