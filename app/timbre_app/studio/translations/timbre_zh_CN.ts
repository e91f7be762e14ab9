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
  <name>BatchDialog</name>
  <message>
   <source>Many texts at once</source>
   <translation>一次朗读多段文字</translation>
  </message>
  <message>
   <source>Choose a file…</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <source>Choose the file with the texts</source>
   <translation>选择含有文字的文件</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Close without choosing a file</source>
   <translation>关闭，不选择文件</translation>
  </message>
  <message>
   <source>A batch turns each text of a file into its own sound file, in the background.</source>
   <translation>批量朗读会把文件中的每段文字在后台分别生成一个声音文件。</translation>
  </message>
  <message>
   <source>A text file (.txt)</source>
   <translation>文本文件（.txt）</translation>
  </message>
  <message>
   <source>Each line is a text.</source>
   <translation>每行是一段文字。</translation>
  </message>
  <message>
   <source>A table (.csv, .tsv)</source>
   <translation>表格（.csv、.tsv）</translation>
  </message>
  <message>
   <source>The column “text” is required; “file”, “voice”, “pace”, “pitch” and “energy” are optional.</source>
   <translation>必须有“text”一列；“file”“voice”“pace”“pitch”和“energy”各列可有可无。</translation>
  </message>
  <message>
   <source>What a row leaves empty comes from this page: its voice and its sliders.</source>
   <translation>某行留空的，按本页的声音和滑块设置。</translation>
  </message>
 </context>
 <context>
  <name>BookExport</name>
  <message>
   <source>A folder for the audiobook</source>
   <translation>有声书的文件夹</translation>
  </message>
  <message>
   <source>Waiting for its turn; Jobs shows the others.</source>
   <translation>正在排队；“任务”里可以看到其他任务。</translation>
  </message>
  <message>
   <source>Writing the files…</source>
   <translation>正在写文件…</translation>
  </message>
  <message>
   <source>{0} % of the book</source>
   <translation>全书的 {0} %</translation>
  </message>
  <message>
   <source>{0}, {1} left</source>
   <translation>{0}，还剩 {1}</translation>
  </message>
  <message>
   <source>Paused. Choose Go on to continue from this sentence.</source>
   <translation>已暂停。按“继续”会从这一句接着读。</translation>
  </message>
  <message>
   <source>Not saved; no half-written file is left.</source>
   <translation>没有保存；不会留下写了一半的文件。</translation>
  </message>
  <message>
   <source>Saved {0} ({1}).</source>
   <translation>已保存 {0}（{1}）。</translation>
  </message>
  <message>
   <source>Saved {0} files in {1} ({2}).</source>
   <translation>已在 {1} 中保存 {0} 个文件（{2}）。</translation>
  </message>
 </context>
 <context>
  <name>BooksController</name>
  <message>
   <source>Reading {0}…</source>
   <translation>正在读取 {0}…</translation>
  </message>
  <message>
   <source>Paused. Choose Start to continue from this sentence.</source>
   <translation>已暂停。按“开始”会从这一句接着读。</translation>
  </message>
  <message>
   <source>Making the speech; nothing is played meanwhile.</source>
   <translation>正在生成语音；其间不会播放。</translation>
  </message>
  <message>
   <source>The speech of all ticked chapters is ready: hear a sentence with Play, or export the book.</source>
   <translation>勾选的章节的语音都已生成：用“播放”听一句，或导出这本书。</translation>
  </message>
  <message>
   <source>Chapter {0}: {1} % of the book</source>
   <translation>第 {0} 章：全书的 {1} %</translation>
  </message>
  <message>
   <source>{0}, {1} left</source>
   <translation>{0}，还剩 {1}</translation>
  </message>
 </context>
 <context>
  <name>BooksPage</name>
  <message>
   <source>Spoken</source>
   <translation>已朗读</translation>
  </message>
  <message>
   <source>Not spoken yet</source>
   <translation>尚未朗读</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Start</source>
   <translation>开始</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>{0} s</source>
   <translation>{0} 秒</translation>
  </message>
  <message>
   <source>{0} min</source>
   <translation>{0} 分钟</translation>
  </message>
  <message>
   <source>{0} h {1} min</source>
   <translation>{0} 小时 {1} 分钟</translation>
  </message>
  <message>
   <source>Sentences of the chapter</source>
   <translation>本章的句子</translation>
  </message>
  <message>
   <source>Books you have started</source>
   <translation>已开始的书</translation>
  </message>
  <message>
   <source>Voice</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>No voice yet</source>
   <translation>还没有声音</translation>
  </message>
  <message>
   <source>Footnotes</source>
   <translation>脚注</translation>
  </message>
  <message>
   <source>Front matter</source>
   <translation>正文前的内容</translation>
  </message>
  <message>
   <source>Captions</source>
   <translation>图注</translation>
  </message>
  <message>
   <source>Tables</source>
   <translation>表格</translation>
  </message>
  <message>
   <source>Read footnotes too</source>
   <translation>脚注也朗读</translation>
  </message>
  <message>
   <source>Read title page, imprint and contents too</source>
   <translation>书名页、版权页和目录也朗读</translation>
  </message>
  <message>
   <source>Read picture captions too</source>
   <translation>图片说明也朗读</translation>
  </message>
  <message>
   <source>Read tables too</source>
   <translation>表格也朗读</translation>
  </message>
  <message>
   <source>Chapters as</source>
   <translation>章节格式</translation>
  </message>
  <message>
   <source>No separate files</source>
   <translation>不单独存成文件</translation>
  </message>
  <message>
   <source>One M4B file</source>
   <translation>一个 M4B 文件</translation>
  </message>
  <message>
   <source>Also save the whole book as one file, with chapters and cover</source>
   <translation>另把全书存成一个带章节和封面的文件</translation>
  </message>
  <message>
   <source>Report for shops</source>
   <translation>给书店的报告</translation>
  </message>
  <message>
   <source>Check the files against what audiobook shops require</source>
   <translation>按有声书平台的要求检查文件</translation>
  </message>
  <message>
   <source>Progress of the book</source>
   <translation>全书进度</translation>
  </message>
  <message>
   <source>Open a book…</source>
   <translation>打开一本书…</translation>
  </message>
  <message>
   <source>Text, Markdown, HTML, DOCX or EPUB</source>
   <translation>文本、Markdown、HTML、DOCX 或 EPUB</translation>
  </message>
  <message>
   <source>Make the speech of the ticked chapters, or pause; nothing is played</source>
   <translation>生成勾选章节的语音，或暂停；不会播放</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Save the audiobook as files</source>
   <translation>把有声书存成文件</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>Hear the chosen sentence</source>
   <translation>听所选的句子</translation>
  </message>
  <message>
   <source>Read again</source>
   <translation>重读</translation>
  </message>
  <message>
   <source>Read the chosen sentence in another way</source>
   <translation>换一种读法来读所选的句子</translation>
  </message>
  <message>
   <source>Books</source>
   <translation>有声书</translation>
  </message>
  <message>
   <source>&amp;Voice</source>
   <translation>声音(&amp;V)</translation>
  </message>
  <message>
   <source>Open a text, Markdown, HTML, DOCX or EPUB file, or drop it here.</source>
   <translation>打开文本、Markdown、HTML、DOCX 或 EPUB 文件，或把文件拖到这里。</translation>
  </message>
  <message>
   <source>Make an audiobook</source>
   <translation>制作有声书</translation>
  </message>
  <message>
   <source>Chapters &amp;as</source>
   <translation>章节格式(&amp;A)</translation>
  </message>
  <message>
   <source>Read</source>
   <translation>朗读内容</translation>
  </message>
 </context>
 <context>
  <name>CastPanel</name>
  <message>
   <source>The speakers of the script appear here, each with a voice.</source>
   <translation>脚本中的说话人会显示在这里，每人一个声音。</translation>
  </message>
  <message>
   <source>Cast</source>
   <translation>角色</translation>
  </message>
  <message>
   <source>Voice of {0}</source>
   <translation>{0}的声音</translation>
  </message>
  <message>
   <source>{0} (built in)</source>
   <translation>{0}（内置）</translation>
  </message>
  <message>
   <source>Choose a voice</source>
   <translation>选择声音</translation>
  </message>
 </context>
 <context>
  <name>ChapterList</name>
  <message>
   <source>Chapters</source>
   <translation>章节</translation>
  </message>
  <message>
   <source>{0} characters</source>
   <translation>{0} 个字符</translation>
  </message>
  <message>
   <source>front matter</source>
   <translation>正文前的内容</translation>
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
   <source>What was learned is kept: choose Try again to continue from there.</source>
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
   <source>The voice that is being made</source>
   <translation>正在制作的声音</translation>
  </message>
  <message>
   <source>P plays what it sounds like now; Esc stops.</source>
   <translation>按 P 试听目前的效果；按 Esc 停止。</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Stop; the takes and what was learned are kept, so you can continue later</source>
   <translation>停止；录音和已学到的内容会保留，以后可以继续</translation>
  </message>
  <message>
   <source>Use it as it is</source>
   <translation>就用现在的</translation>
  </message>
  <message>
   <source>Stop learning and make the voice from what was learned so far</source>
   <translation>停止学习，用目前学到的内容制作声音</translation>
  </message>
  <message>
   <source>Hear it so far</source>
   <translation>试听目前的声音</translation>
  </message>
  <message>
   <source>Hear a sentence in the voice so far; learning goes on</source>
   <translation>用目前的声音听一句话；学习不会中断</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>详细信息</translation>
  </message>
  <message>
   <source>Steps and losses, as figures and as curves</source>
   <translation>步数和损失，以数字和曲线显示</translation>
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
   <source>A sentence in the voice so far; learning goes on.</source>
   <translation>用目前的声音朗读一句；学习不会中断。</translation>
  </message>
  <message>
   <source>Soon it will be compared with you, on sentences of yours that it does not learn from.</source>
   <translation>很快就会拿几句没有用来学习的句子，把它与您比较。</translation>
  </message>
  <message>
   <source>{0:.0f} %</source>
   <translation>{0:.0f}%</translation>
  </message>
  <message>
   <source>Measured at step {0}, on sentences of yours that it does not learn from.</source>
   <translation>在第 {0} 步测量，用的是没有用来学习的句子。</translation>
  </message>
  <message>
   <source>It hardly changes any more: you can use it as it is.</source>
   <translation>它几乎不再变化：现在就可以采用。</translation>
  </message>
  <message>
   <source>It is still getting closer.</source>
   <translation>它还在变得更像。</translation>
  </message>
  <message>
   <source>Making the voice from what was learned so far</source>
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
   <source>Likeness to you</source>
   <translation>与您的相似度</translation>
  </message>
  <message>
   <source>Likeness to you so far</source>
   <translation>目前与您的相似度</translation>
  </message>
  <message>
   <source>Starting</source>
   <translation>正在开始</translation>
  </message>
  <message>
   <source>The speech server has started again: continuing where it stopped</source>
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
   <source>Looking for the best starting point</source>
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
   <source>Time left</source>
   <translation>剩余时间</translation>
  </message>
  <message>
   <source>Elapsed</source>
   <translation>已用时间</translation>
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
 </context>
 <context>
  <name>CloneRoute</name>
  <message>
   <source>{0} is still being made: make this voice when it is ready.</source>
   <translation>{0} 仍在制作中：请等它完成后再制作这个声音。</translation>
  </message>
  <message>
   <source>Another voice is being made: wait until it is ready, then make this one again.</source>
   <translation>正在制作另一个声音：等它完成后再重新制作这个。</translation>
  </message>
  <message>
   <source>Cancelled. The takes and what was learned are kept: make the voice again to continue from there.</source>
   <translation>已取消；录音和已学到的内容都已保留，再次制作时会从这里继续。</translation>
  </message>
 </context>
 <context>
  <name>ConsentCheck</name>
  <message>
   <source>Record your consent first: it is the first sentence.</source>
   <translation>请先录制您的同意声明：它是第一句。</translation>
  </message>
  <message>
   <source>Your consent could not be understood: record the first sentence again, word for word.</source>
   <translation>没能听懂您的同意声明：请按原文重新录制第一句。</translation>
  </message>
  <message>
   <source>The check found a problem with your consent: read it again, or press K to keep it.</source>
   <translation>检查发现您的同意声明有问题：请重新朗读，或按 K 保留。</translation>
  </message>
  <message>
   <source>Your consent will be checked once the speech server is ready; make the voice after that.</source>
   <translation>语音服务器就绪后会检查您的同意声明；之后再制作声音。</translation>
  </message>
  <message>
   <source>Checking your consent; the voice is made right after.</source>
   <translation>正在检查您的同意声明；随后立即制作声音。</translation>
  </message>
 </context>
 <context>
  <name>ControlSlider</name>
  <message>
   <source>{0}: double-click to go back to the voice's own</source>
   <translation>{0}：双击恢复声音本来的值</translation>
  </message>
 </context>
 <context>
  <name>Countdown</name>
  <message>
   <source>Count-down</source>
   <translation>倒计时</translation>
  </message>
 </context>
 <context>
  <name>DeletedButton</name>
  <message>
   <source>Restore {0} (deleted {1})</source>
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
   <source>Rename</source>
   <translation>重命名</translation>
  </message>
  <message>
   <source>Clear the whole history?</source>
   <translation>要清空全部历史吗？</translation>
  </message>
  <message>
   <source>The texts and their sound are removed from this computer. This cannot be undone.</source>
   <translation>文本及其声音将从这台电脑上移除。此操作无法撤销。</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>清空</translation>
  </message>
  <message>
   <source>There is already a voice named “{0}”. Replace it?</source>
   <translation>已经有名为“{0}”的声音。要替换它吗？</translation>
  </message>
  <message>
   <source>The old voice stays until the new one is ready.</source>
   <translation>新的声音完成之前，旧的会一直保留。</translation>
  </message>
  <message>
   <source>Replace it</source>
   <translation>替换</translation>
  </message>
  <message>
   <source>The voice {0} is still being made. Close Timbre?</source>
   <translation>声音 {0} 仍在制作中。要关闭 Timbre 吗？</translation>
  </message>
  <message>
   <source>Nothing learned so far is lost: open the recordings and choose “Make the voice” to continue.</source>
   <translation>已学到的内容不会丢失：打开它的录音并选择“制作声音”即可继续。</translation>
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
   <source>The recordings have not been imported yet. Close Timbre?</source>
   <translation>这些录音还没有导入。要关闭 Timbre 吗？</translation>
  </message>
  <message>
   <source>What you typed on this page will be lost; the files themselves are not changed.</source>
   <translation>您在本页输入的文字会丢失；文件本身不受影响。</translation>
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
   <source>Export the dialogue</source>
   <translation>导出对话</translation>
  </message>
  <message>
   <source>Open a script</source>
   <translation>打开脚本</translation>
  </message>
  <message>
   <source>Scripts ({0})</source>
   <translation>脚本 ({0})</translation>
  </message>
  <message>
   <source>Books ({0})</source>
   <translation>书籍 ({0})</translation>
  </message>
  <message>
   <source>Open a book</source>
   <translation>打开一本书</translation>
  </message>
  <message>
   <source>Texts (*.txt *.csv *.tsv)</source>
   <translation>文本（*.txt *.csv *.tsv）</translation>
  </message>
  <message>
   <source>Texts to speak: one per line, or a table with a column “text”</source>
   <translation>要朗读的文本：每行一段，或带有“text”列的表格</translation>
  </message>
  <message>
   <source>Folder for {0} sound files</source>
   <translation>存放 {0} 个声音文件的文件夹</translation>
  </message>
  <message>
   <source>Timbre voices (*{0})</source>
   <translation>Timbre 声音（*{0}）</translation>
  </message>
 </context>
 <context>
  <name>DialogueController</name>
  <message>
   <source>Ann: Good morning! Did you hear the news?
Ben (pause 0.6): No. What happened?
Ann (pace 1.1): The old theatre opens again, tonight, with a play of ours.
Ben (pause -0.4, pitch 2, liveliness 1.4): Ours? Are you sure?
Clara (pause 0.2): She is. I saw the posters.
Ann: So we have one day to learn our lines.
Ben (energy -3, pace 0.9): One day.
Clara (together): One day!
</source>
   <translation>Ann: Good morning! Did you hear the news?
Ben (pause 0.6): No. What happened?
Ann (pace 1.1): The old theatre opens again, tonight, with a play of ours.
Ben (pause -0.4, pitch 2, liveliness 1.4): Ours? Are you sure?
Clara (pause 0.2): She is. I saw the posters.
Ann: So we have one day to learn our lines.
Ben (energy -3, pace 0.9): One day.
Clara (together): One day!
</translation>
  </message>
 </context>
 <context>
  <name>DialogueExport</name>
  <message>
   <source>Dialogue</source>
   <translation>对话</translation>
  </message>
  <message>
   <source>{0} is waiting for its turn; Jobs shows the others.</source>
   <translation>{0} 正在排队；“任务”里可以看到其他任务。</translation>
  </message>
  <message>
   <source>Saving {0}: line {1} of {2}</source>
   <translation>正在保存 {0}：第 {1} 句，共 {2} 句</translation>
  </message>
  <message>
   <source>Stopped. No half-written file is left; Jobs can continue the export.</source>
   <translation>已停止。不会留下写了一半的文件；可以在“任务”中继续导出。</translation>
  </message>
  <message>
   <source>Not saved; no half-written file is left.</source>
   <translation>没有保存；不会留下写了一半的文件。</translation>
  </message>
  <message>
   <source>Saved {0} ({1:.1f} s).</source>
   <translation>已保存 {0}（{1:.1f} 秒）。</translation>
  </message>
  <message>
   <source>Saved {0} and {1} more files ({2:.1f} s).</source>
   <translation>已保存 {0} 和另外 {1} 个文件（{2:.1f} 秒）。</translation>
  </message>
 </context>
 <context>
  <name>DialoguePage</name>
  <message>
   <source>Script</source>
   <translation>脚本</translation>
  </message>
  <message>
   <source>Ann: Write a name, a colon, and what is said.
Ben (pause 0.5, pace 1.1): Like this.</source>
   <translation>Ann: 写上名字、冒号和要说的话。
Ben (pause 0.5, pace 1.1): 就像这样。</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>Play the dialogue</source>
   <translation>播放对话</translation>
  </message>
  <message>
   <source>Play from here</source>
   <translation>从此处播放</translation>
  </message>
  <message>
   <source>Play from the line with the cursor</source>
   <translation>从光标所在的一句开始播放</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Stop playing</source>
   <translation>停止播放</translation>
  </message>
  <message>
   <source>Open…</source>
   <translation>打开…</translation>
  </message>
  <message>
   <source>Open a script: plain text, a table (CSV) or a screenplay (Fountain)</source>
   <translation>打开脚本：纯文本、表格（CSV）或剧本（Fountain）</translation>
  </message>
  <message>
   <source>Show an example</source>
   <translation>显示示例</translation>
  </message>
  <message>
   <source>Put a short script into the editor</source>
   <translation>在编辑框中放入一段简短的脚本</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Save the mix, a track for each speaker, subtitles</source>
   <translation>保存混音、每个说话人的分轨和字幕</translation>
  </message>
  <message>
   <source>Dialogue</source>
   <translation>对话</translation>
  </message>
 </context>
 <context>
  <name>DialoguePlayer</name>
  <message>
   <source>Starting to speak…</source>
   <translation>正在准备朗读…</translation>
  </message>
  <message>
   <source>Playing.</source>
   <translation>正在播放。</translation>
  </message>
  <message>
   <source>Finished.</source>
   <translation>播放完毕。</translation>
  </message>
  <message>
   <source>Stopped.</source>
   <translation>已停止。</translation>
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
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <source>Pronounce the word this way from now on</source>
   <translation>从现在起这样读这个词</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Go back to Timbre's own pronunciation of the chosen word</source>
   <translation>所选的词恢复 Timbre 原来的读法</translation>
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
   <source>No pronunciation of yours yet: Timbre speaks every word as it knows it.</source>
   <translation>还没有您自己的读音：所有词都按 Timbre 已知的方式朗读。</translation>
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
  <name>EmptyLibrary</name>
  <message>
   <source>Record your voice</source>
   <translation>录制您的声音</translation>
  </message>
  <message>
   <source>Record sentences and make a voice from them</source>
   <translation>录制句子并用它们制作声音</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Record more sentences, or make the voice</source>
   <translation>继续录制句子，或制作声音</translation>
  </message>
  <message>
   <source>You have no voice of your own yet</source>
   <translation>您还没有自己的声音</translation>
  </message>
  <message>
   <source>Read about 20 sentences aloud, and Timbre makes a voice from them.</source>
   <translation>朗读大约 20 句话，Timbre 就把它们做成声音。</translation>
  </message>
  <message>
   <source>1 take for {1} is waiting: no voice has been made from it yet.</source>
   <translation>{1} 已有 1 条录音，还没有用它制作声音。</translation>
  </message>
  <message>
   <source>{0} takes for {1} are waiting: no voice has been made from them yet.</source>
   <translation>{1} 已有 {0} 条录音，还没有用它们制作声音。</translation>
  </message>
  <message>
   <source>Go on with {0}</source>
   <translation>继续录制 {0}</translation>
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
   <source>One file, and one for each &amp;speaker</source>
   <translation>一个文件，另为每个说话人各存一个(&amp;S)</translation>
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
   <source>Standard</source>
   <translation>标准</translation>
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
   <source>Original</source>
   <translation>原始采样率</translation>
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
  <name>ExportStrip</name>
  <message>
   <source>Progress of the export</source>
   <translation>导出进度</translation>
  </message>
  <message>
   <source>Stop export</source>
   <translation>停止导出</translation>
  </message>
  <message>
   <source>Stop the export; the lines spoken so far are kept, and Jobs can continue it</source>
   <translation>停止导出；已读好的句子会保留，可以在“任务”中继续</translation>
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
  <name>FindingsView</name>
  <message>
   <source>Keep it anyway (K)</source>
   <translation>仍然保留（K）</translation>
  </message>
  <message>
   <source>Use this take although the check advises against it</source>
   <translation>不顾建议，仍用这条录音制作声音</translation>
  </message>
  <message>
   <source>Use the earlier take (Ctrl+Z)</source>
   <translation>改用之前的录音（Ctrl+Z）</translation>
  </message>
  <message>
   <source>Restore the take that this one replaced</source>
   <translation>恢复被这条录音替换的上一条录音</translation>
  </message>
 </context>
 <context>
  <name>FolderOpener</name>
  <message>
   <source>No file manager was found to show this folder: {0}</source>
   <translation>没有找到可以打开此文件夹的文件管理器：{0}</translation>
  </message>
 </context>
 <context>
  <name>FunctionKeys</name>
  <message>
   <source>Say “{0}” (F{1})</source>
   <translation>说“{0}”（F{1}）</translation>
  </message>
  <message>
   <source>Add a phrase here</source>
   <translation>在这里添加一句常用语</translation>
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
   <source>Dialogue</source>
   <translation>对话</translation>
  </message>
  <message>
   <source>Books</source>
   <translation>有声书</translation>
  </message>
  <message>
   <source>Talk</source>
   <translation>交谈</translation>
  </message>
  <message>
   <source>Settings and privacy</source>
   <translation>设置与隐私</translation>
  </message>
  <message>
   <source>Keyboard shortcuts</source>
   <translation>键盘快捷键</translation>
  </message>
  <message>
   <source>Troubleshooting</source>
   <translation>疑难解答</translation>
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
   <source>**Icons**: Lucide (ISC; those from Feather: MIT).</source>
   <translation>**图标**：Lucide（ISC；来自 Feather 的为 MIT）。</translation>
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
   <source>text from the history</source>
   <translation>从历史中取回</translation>
  </message>
  <message>
   <source>The text is back in the editor: press Speak to hear it.</source>
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
   <source>Use again</source>
   <translation>再次使用</translation>
  </message>
  <message>
   <source>Text, voice and settings as they were</source>
   <translation>恢复当时的文本、声音和设置</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>Listen here; the editor stays as it is</source>
   <translation>就在这里听，编辑框不变</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove it from the history</source>
   <translation>从历史中移除</translation>
  </message>
  <message>
   <source>Clear history</source>
   <translation>清空历史</translation>
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
   <source>sentences with their own changes: {0}</source>
   <translation>有单独更改的句子：{0}</translation>
  </message>
 </context>
 <context>
  <name>ImportController</name>
  <message>
   <source>Checking the recordings…</source>
   <translation>正在检查录音…</translation>
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
   <source>Add all recordings in a folder</source>
   <translation>添加一个文件夹中的所有录音</translation>
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
   <source>Write down what is said in recordings without a text</source>
   <translation>为没有文本的录音写下所说的内容</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>返回</translation>
  </message>
  <message>
   <source>Go back without importing</source>
   <translation>返回，不导入</translation>
  </message>
  <message>
   <source>Use these recordings</source>
   <translation>使用这些录音</translation>
  </message>
  <message>
   <source>Import the ticked recordings</source>
   <translation>导入勾选的录音</translation>
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
   <source>Importing the recordings…</source>
   <translation>正在导入录音…</translation>
  </message>
  <message>
   <source>No recording was found: each line says why.</source>
   <translation>没有可用的录音，原因写在各行里。</translation>
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
   <source>{0} recordings with their texts: check that each text is what you hear.</source>
   <translation>{0} 条录音都有文本：请确认每条写的就是听到的内容。</translation>
  </message>
  <message>
   <source>Left out: {0}; the last lines say why.</source>
   <translation>有 {0} 个文件未采用，原因见末尾几行。</translation>
  </message>
 </context>
 <context>
  <name>JobsController</name>
  <message>
   <source>{0}: {1:.0f} %</source>
   <translation>{0}：{1:.0f} %</translation>
  </message>
  <message>
   <source>(and {0} more)</source>
   <translation>（另有 {0} 个）</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>{0} of {1} texts could not be spoken; the first is line {2}: {3}</source>
   <translation>{1} 段文本中有 {0} 段无法朗读；第一处在第 {2} 行：{3}</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>在文件夹中显示</translation>
  </message>
  <message>
   <source>Saved {0} ({1:.1f} s).</source>
   <translation>已保存 {0}（{1:.1f} 秒）。</translation>
  </message>
 </context>
 <context>
  <name>JobsDialog</name>
  <message>
   <source>Jobs</source>
   <translation>任务</translation>
  </message>
  <message>
   <source>Jobs, the newest first</source>
   <translation>任务，最新的在前</translation>
  </message>
  <message>
   <source>Progress of the chosen job</source>
   <translation>所选任务的进度</translation>
  </message>
  <message>
   <source>Nothing yet: exports and batches are listed here.</source>
   <translation>还没有任务：导出和批量会列在这里。</translation>
  </message>
  <message>
   <source>Sentence {0} of {1}, {2:.0f} %</source>
   <translation>第 {0} 句，共 {1} 句，{2:.0f} %</translation>
  </message>
  <message>
   <source>Done, {0:.1f} s of speech</source>
   <translation>已完成，{0:.1f} 秒语音</translation>
  </message>
  <message>
   <source>Waiting</source>
   <translation>等待中</translation>
  </message>
  <message>
   <source>Failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <source>Cancelled</source>
   <translation>已取消</translation>
  </message>
  <message>
   <source>Could not be spoken: {0}; the first is {1}: {2}</source>
   <translation>有 {0} 个无法朗读；第一个是 {1}：{2}</translation>
  </message>
  <message>
   <source>Jobs go on when the window is closed, and after a restart.</source>
   <translation>关闭窗口或重新启动后，任务会继续。</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>在文件夹中显示</translation>
  </message>
  <message>
   <source>Open the folder with its files</source>
   <translation>打开文件所在的文件夹</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Stop the job; what it has spoken so far is kept until you remove it</source>
   <translation>停止任务；已读好的部分会保留，直到移除该任务</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Continue from the sentence where it stopped</source>
   <translation>从停下的句子继续</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove the job and its texts; the files it made stay</source>
   <translation>移除任务及其文本；它做好的文件会保留</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close the jobs</source>
   <translation>关闭任务窗口</translation>
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
   <source>{0:.0f} % of the way from somebody else to the person</source>
   <translation>从别人到本人，已走了 {0:.0f} %</translation>
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
 </context>
 <context>
  <name>MessageBar</name>
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
   <source>There is no folder {folder}: name the one with your takes, {metadata} and {sounds}/, or recordings with .txt files.</source>
   <translation>没有文件夹 {folder}：请指明存放录音的文件夹，其中有 {metadata} 和 {sounds}/，或带有 .txt 文件的录音。</translation>
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
   <source>The archive of takes is broken: send it again.</source>
   <translation>录音包已损坏：请重新发送。</translation>
  </message>
  <message>
   <source>{file} is not UTF-8 text: save it as UTF-8.</source>
   <translation>{file} 不是 UTF-8 文本：请保存为 UTF-8。</translation>
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
   <source>{name} says that it has {rate} samples per second, which is too few for speech: record it again</source>
   <translation>{name} 声称每秒只有 {rate} 个采样，对语音来说太少：请重新录制</translation>
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
   <source>{name} is too long to be read, or damaged: cut it into parts of an hour</source>
   <translation>{name} 太长而无法读取，或已损坏：请剪成每段一小时的几段</translation>
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
   <source>The base model has no speaker {name!r}: `timbre voices list --base` lists them.</source>
   <translation>基础模型中没有说话人 {name!r}：`timbre voices list --base` 会列出所有说话人。</translation>
  </message>
  <message>
   <source>To compile its networks Timbre needs a C compiler (`sudo apt-get install gcc python3-dev`): install it, or set TIMBRE_ENGINE=cudagraph.</source>
   <translation>Timbre 编译网络需要 C 编译器（`sudo apt-get install gcc python3-dev`）：请安装它，或设置 TIMBRE_ENGINE=cudagraph。</translation>
  </message>
  <message>
   <source>{engine} take a minute to load</source>
   <translation>{engine}需要一分钟载入</translation>
  </message>
  <message>
   <source>the trial of {engine} begins once the speech server has started</source>
   <translation>语音服务器启动后开始试用 {engine}</translation>
  </message>
  <message>
   <source>the installed torch is the build without CUDA</source>
   <translation>安装的 torch 是不带 CUDA 的版本</translation>
  </message>
  <message>
   <source>TensorRT for RTX is for GeForce and RTX cards of series 30 and newer</source>
   <translation>TensorRT for RTX 适用于 30 系列及更新的 GeForce 和 RTX 显卡</translation>
  </message>
  <message>
   <source>TensorRT for RTX is not installed</source>
   <translation>未安装 TensorRT for RTX</translation>
  </message>
  <message>
   <source>the setting says so</source>
   <translation>设置中如此选择</translation>
  </message>
  <message>
   <source>there is no driver of an NVIDIA card</source>
   <translation>没有 NVIDIA 显卡驱动程序</translation>
  </message>
  <message>
   <source>the NVIDIA driver does not say which card there is</source>
   <translation>NVIDIA 驱动程序没有说明是哪种显卡</translation>
  </message>
  <message>
   <source>TensorRT for RTX is not made for processors of this kind</source>
   <translation>TensorRT for RTX 不支持这种处理器</translation>
  </message>
  <message>
   <source>CUDA cannot use the card (error {number})</source>
   <translation>CUDA 无法使用显卡（错误 {number}）</translation>
  </message>
  <message>
   <source>the NVIDIA driver {driver} is too old for torch, which needs {least} or newer</source>
   <translation>NVIDIA 驱动 {driver} 对 torch 来说太旧，需要 {least} 或更新的版本</translation>
  </message>
  <message>
   <source>the card is too old for torch: it has compute capability {capability}</source>
   <translation>显卡对 torch 来说太旧：其计算能力为 {capability}</translation>
  </message>
  <message>
   <source>the setting CUDA_VISIBLE_DEVICES={value} hides the card</source>
   <translation>设置 CUDA_VISIBLE_DEVICES={value} 隐藏了显卡</translation>
  </message>
  <message>
   <source>the NVIDIA driver's library for CUDA is missing</source>
   <translation>缺少 NVIDIA 驱动的 CUDA 库</translation>
  </message>
  <message>
   <source>the NVIDIA driver finds no card</source>
   <translation>NVIDIA 驱动没有找到显卡</translation>
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
   <source>TensorRT for RTX needs an NVIDIA card: set TIMBRE_ENGINE=onnx.</source>
   <translation>TensorRT for RTX 需要 NVIDIA 显卡：请设置 TIMBRE_ENGINE=onnx。</translation>
  </message>
  <message>
   <source>The card refuses the engine of {network}.</source>
   <translation>显卡拒绝了 {network} 的引擎。</translation>
  </message>
  <message>
   <source>TIMBRE_ENGINE=compiled wants a GPU that torch can use; set it to auto, or leave it out.</source>
   <translation>TIMBRE_ENGINE=compiled 需要 torch 能使用的 GPU；请设为 auto，或不设置。</translation>
  </message>
  <message>
   <source>the cache folder {folder} cannot be written</source>
   <translation>缓存文件夹 {folder} 无法写入</translation>
  </message>
  <message>
   <source>the disk of the cache folder {folder} is full</source>
   <translation>缓存文件夹 {folder} 所在的磁盘已满</translation>
  </message>
  <message>
   <source>TensorRT for RTX</source>
   <translation>TensorRT for RTX</translation>
  </message>
  <message>
   <source>compiled networks</source>
   <translation>编译后的网络</translation>
  </message>
  <message>
   <source>The disk is full: free some space and try again.</source>
   <translation>磁盘已满：请腾出一些空间后重试。</translation>
  </message>
  <message>
   <source>The recording stopped because the disk is full: free some space, then record the sentence again; what was saved is kept.</source>
   <translation>录音停止了，磁盘已满：请腾出一些空间，然后重新录制这个句子；已保存的内容会保留。</translation>
  </message>
  <message>
   <source>The disk is full: free some space; what was recorded so far is kept.</source>
   <translation>磁盘已满：请腾出一些空间；到目前为止的录音都已保留。</translation>
  </message>
  <message>
   <source>The disk is full: free some space, then choose Speak; what was spoken is kept.</source>
   <translation>磁盘已满：请腾出一些空间，然后选择“朗读”；已经读过的会保留。</translation>
  </message>
  <message>
   <source>{count} samples are too few for a mel</source>
   <translation>{count} 个采样太少，无法计算频谱</translation>
  </message>
  <message>
   <source>there was too little memory to load {engine} beside CUDA graphs; the next start tries it again</source>
   <translation>内存太少，无法在 CUDA 图之外再载入{engine}；下次启动时会再试</translation>
  </message>
  <message>
   <source>{engine} failed: {reason}</source>
   <translation>{engine} 失败：{reason}</translation>
  </message>
  <message>
   <source>CUDA graphs are the faster on this card: {graphs:.1f} ms, {engine} {own:.1f} ms</source>
   <translation>在这块显卡上 CUDA 图更快：{graphs:.1f} 毫秒，{engine} 为 {own:.1f} 毫秒</translation>
  </message>
  <message>
   <source>{engine} failed for lack of memory on the card; another trial begins at the next start</source>
   <translation>显存不足，{engine} 失败；下次启动时会再次试用</translation>
  </message>
  <message>
   <source>To compile its networks Timbre needs packages that are missing: sudo apt-get install {packages}</source>
   <translation>要编译网络，Timbre 还缺少一些软件包：sudo apt-get install {packages}</translation>
  </message>
  <message>
   <source>{engine} failed: {reason}; another trial begins at the next start</source>
   <translation>{engine}失败：{reason}；下次启动时会再次试用</translation>
  </message>
  <message>
   <source>comparing {engine} with the processor</source>
   <translation>正在将 {engine} 与处理器的结果进行比较</translation>
  </message>
  <message>
   <source>timing {engine} and CUDA graphs</source>
   <translation>正在为 {engine} 和 CUDA 图计时</translation>
  </message>
  <message>
   <source>a start with it takes {seconds:.0f} s on this machine</source>
   <translation>用它启动在这台机器上需要 {seconds:.0f} 秒</translation>
  </message>
  <message>
   <source>CUDA graphs are the slower on this card: {graphs:.1f} ms, {engine} {own:.1f} ms</source>
   <translation>在这块显卡上 CUDA 图较慢：{graphs:.1f} 毫秒，{engine} 为 {own:.1f} 毫秒</translation>
  </message>
  <message>
   <source>compiling the networks for this card, which takes minutes</source>
   <translation>正在为这块显卡编译网络，需要几分钟</translation>
  </message>
  <message>
   <source>building engine {number} of {count} for TensorRT for RTX</source>
   <translation>正在构建 TensorRT for RTX 的引擎（{number}/{count}）</translation>
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
   <source>it computes values that are no numbers on this card</source>
   <translation>它在这块显卡上算出的值不是数字</translation>
  </message>
  <message>
   <source>it gives words other lengths than the processor</source>
   <translation>它算出的词长与处理器不同</translation>
  </message>
  <message>
   <source>it speaks otherwise than the processor: its log mel is {difference:.2f} off</source>
   <translation>它说的与处理器不同：对数梅尔谱相差 {difference:.2f}</translation>
  </message>
  <message>
   <source>it speaks otherwise in small chunks: its log mel is {difference:.2f} off</source>
   <translation>它分小块说时结果不同：对数梅尔谱相差 {difference:.2f}</translation>
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
   <source>This is longer than {seconds:.0f} s: read one sentence per take.</source>
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
   <source>Also heard: {words}. Read the sentence word for word.</source>
   <translation>还听到了：{words}。请按原文朗读。</translation>
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
   <source>This does not sound like the sentence: read it word for word.</source>
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
   <source>There is a lot of noise: find a quieter place or come closer.</source>
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
   <source>The spans must be lists of start, end, pitch, duration, energy, and emphasis.</source>
   <translation>区段必须是列表，依次为开始、结束、音高、时长、力度和是否重读。</translation>
  </message>
  <message>
   <source>The spans must be in order and may not overlap.</source>
   <translation>区段必须按顺序排列，不能重叠。</translation>
  </message>
  <message>
   <source>SSML begins with &lt;speak&gt;, not with &lt;{element}&gt;.</source>
   <translation>SSML 以 &lt;speak&gt; 开头，而不是 &lt;{element}&gt;。</translation>
  </message>
  <message>
   <source>There is nothing to speak: the SSML has no words.</source>
   <translation>没有可读的内容：SSML 里没有词语。</translation>
  </message>
  <message>
   <source>Timbre does not know the element &lt;{element}&gt;: leave it out, or choose among {known}.</source>
   <translation>Timbre 不认识元素 &lt;{element}&gt;：请去掉它，或从 {known} 中选择。</translation>
  </message>
  <message>
   <source>&lt;{element}&gt; holds nothing: write &lt;{element}/&gt;.</source>
   <translation>&lt;{element}&gt; 不能有内容：请写成 &lt;{element}/&gt;。</translation>
  </message>
  <message>
   <source>&lt;speak&gt; stands at the beginning alone: leave out the others.</source>
   <translation>&lt;speak&gt; 只能出现在开头：请去掉其余的。</translation>
  </message>
  <message>
   <source>&lt;{element}&gt; holds text alone: take &lt;{inner}&gt; out of it.</source>
   <translation>&lt;{element}&gt; 里只能有文字：请把 &lt;{inner}&gt; 移出去。</translation>
  </message>
  <message>
   <source>&lt;{element}&gt; has no attribute {attribute!r} in Timbre: it may have {known}.</source>
   <translation>Timbre 的 &lt;{element}&gt; 没有属性 {attribute!r}：可以有 {known}。</translation>
  </message>
  <message>
   <source>&lt;{element}&gt; needs the attribute {attribute}.</source>
   <translation>&lt;{element}&gt; 需要属性 {attribute}。</translation>
  </message>
  <message>
   <source>{text!r} cannot be said as {kind}: write it otherwise, or leave &lt;say-as&gt; out.</source>
   <translation>{text!r} 不能读作 {kind}：请换一种写法，或去掉 &lt;say-as&gt;。</translation>
  </message>
  <message>
   <source>&lt;{element}&gt; cannot have {attribute}={value!r}: choose {allowed}.</source>
   <translation>&lt;{element}&gt; 不能有 {attribute}={value!r}：请选择 {allowed}。</translation>
  </message>
  <message>
   <source>The {attribute} of &lt;prosody&gt; comes to {value:g} in all: choose values that come to {low:g} to {high:g}.</source>
   <translation>&lt;prosody&gt; 的 {attribute} 合计为 {value:g}：请选择合计在 {low:g} 到 {high:g} 之间的值。</translation>
  </message>
  <message>
   <source>The SSML is nested more than {depth} elements deep: make it flatter.</source>
   <translation>SSML 的嵌套超过 {depth} 层：请减少层数。</translation>
  </message>
  <message>
   <source>The SSML has {size:,} characters and may have {limit:,}: send it in parts.</source>
   <translation>SSML 有 {size:,} 个字符，最多可有 {limit:,} 个：请分成几部分发送。</translation>
  </message>
  <message>
   <source>SSML may not have a document type or entities of its own: leave &lt;!DOCTYPE …&gt; out.</source>
   <translation>SSML 不能有文档类型或自定义实体：请去掉 &lt;!DOCTYPE …&gt;。</translation>
  </message>
  <message>
   <source>The SSML is not well-formed XML, line {line}, column {column}: {reason}.</source>
   <translation>SSML 不是格式正确的 XML，第 {line} 行第 {column} 列：{reason}。</translation>
  </message>
  <message>
   <source>The SSML is not well-formed XML: it has characters that XML cannot have.</source>
   <translation>SSML 不是格式正确的 XML：其中有 XML 不允许的字符。</translation>
  </message>
  <message>
   <source>The speech server has no recogniser; run `pip install 'timbre[transcribe]'` on its machine.</source>
   <translation>语音服务器没有语音识别器；请在它所在的机器上运行 `pip install 'timbre[transcribe]'`。</translation>
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
   <source>{source} is no voice, or only a part of one: export it again where it was made.</source>
   <translation>{source} 不是声音文件，或只是其中的一部分：请在制作它的地方重新导出。</translation>
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
   <source>The voice's pitch statistics are out of range.</source>
   <translation>该声音的音高统计超出范围。</translation>
  </message>
  <message>
   <source>The room between its sentences is out of range.</source>
   <translation>句子之间的环境声超出范围。</translation>
  </message>
  <message>
   <source>The voice takes {size:,} bytes; a voice may have at most {limit:,}.</source>
   <translation>声音占用 {size:,} 字节；最多允许 {limit:,}。</translation>
  </message>
  <message>
   <source>{path} is not a file: choose a voice's file.</source>
   <translation>{path} 不是文件：请选择一个声音文件。</translation>
  </message>
  <message>
   <source>{source} is no voice of Timbre: choose a file that Timbre has exported.</source>
   <translation>{source} 不是 Timbre 的声音：请选择由 Timbre 导出的文件。</translation>
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
   <source>Its {key} has characters that cannot be shown.</source>
   <translation>其 {key} 含有无法显示的字符。</translation>
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
   <source>There is no format {format!r}: choose wav, flac, mp3, m4a or opus.</source>
   <translation>没有 {format!r} 这种格式：请选择 wav、flac、mp3、m4a 或 opus。</translation>
  </message>
  <message>
   <source>The book was paused.</source>
   <translation>已暂停朗读这本书。</translation>
  </message>
  <message>
   <source>Chapter {number} has nothing to read: leave it out, or skip fewer parts.</source>
   <translation>第 {number} 章没有可朗读的内容：请去掉这一章，或少跳过一些部分。</translation>
  </message>
  <message>
   <source>{file} is not a DOCX document: save it as one.</source>
   <translation>{file} 不是 DOCX 文档：请另存为 DOCX。</translation>
  </message>
  <message>
   <source>{file} is damaged, or is not what its name says: get a new copy.</source>
   <translation>{file} 已损坏，或与其扩展名不符：请重新获取。</translation>
  </message>
  <message>
   <source>{file} has no text in it: choose another book.</source>
   <translation>{file} 里没有文字：请选择另一本书。</translation>
  </message>
  <message>
   <source>{file} is not an EPUB book: choose another file.</source>
   <translation>{file} 不是 EPUB 书籍：请选择另一个文件。</translation>
  </message>
  <message>
   <source>This book's markup is too damaged to be read: save it again in another program.</source>
   <translation>这本书的标记损坏过重，无法读取：请用其他程序重新保存。</translation>
  </message>
  <message>
   <source>{file} is no book that can be read: choose a .txt, .md, .html, .docx or .epub file.</source>
   <translation>无法读取 {file}：请选择 .txt、.md、.html、.docx 或 .epub 文件。</translation>
  </message>
  <message>
   <source>There is no file {file}: look for it in its folder.</source>
   <translation>找不到文件 {file}：请到它所在的文件夹中查找。</translation>
  </message>
  <message>
   <source>{file} is protected against copying: choose a book without such protection.</source>
   <translation>{file} 有版权保护：请选择没有此类保护的书。</translation>
  </message>
  <message>
   <source>{file} would unpack to more than any book: it is damaged or meant to do harm, so it is not opened.</source>
   <translation>{file} 解压后会比任何书都大：它已损坏或带有恶意，因此不会打开。</translation>
  </message>
  <message>
   <source>{file} has {count} files in it, more than any book: save it again in another program.</source>
   <translation>{file} 里有 {count} 个文件，比任何书都多：请用其他程序重新保存。</translation>
  </message>
  <message>
   <source>{file} declares entities, which books do not need: it is not opened.</source>
   <translation>{file} 声明了书籍不需要的实体：因此不会打开。</translation>
  </message>
  <message>
   <source>{file} is larger than any book: choose a file of at most 64 MB.</source>
   <translation>{file} 比任何书都大：请选择不超过 64 MB 的文件。</translation>
  </message>
  <message>
   <source>{file} is not a text: choose a book.</source>
   <translation>{file} 不是文本：请选择一本书。</translation>
  </message>
  <message>
   <source>The saved progress of this book is damaged: remove the folder {folder}.</source>
   <translation>这本书保存的内容已损坏：请删除文件夹 {folder}。</translation>
  </message>
  <message>
   <source>There is no chapter {number}: this book has chapters 1 to {count}.</source>
   <translation>没有第 {number} 章：这本书有第 1 至 {count} 章。</translation>
  </message>
  <message>
   <source>Chapter {chapter} has no sentence {sentence}: choose 1 to {count}.</source>
   <translation>第 {chapter} 章没有第 {sentence} 句：请选择 1 至 {count}。</translation>
  </message>
  <message>
   <source>A spoken sentence is damaged: start again, and only that one is read again.</source>
   <translation>有一句语音已损坏：请重新开始，只有这一句会重新生成。</translation>
  </message>
  <message>
   <source>“{text}” names chapters that are not there: there are 1 to {count}.</source>
   <translation>“{text}”包含不存在的章节：共有第 1 至 {count} 章。</translation>
  </message>
  <message>
   <source>“{text}” names no chapters: write them as in 1-3,7.</source>
   <translation>“{text}”不是章节编号：请写成 1-3,7 这样的形式。</translation>
  </message>
  <message>
   <source>The takes that {name!r} was made from cannot be found: name their folder, with --name {option} --replace.</source>
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
   <source>There is no deleted voice named {name!r}.</source>
   <translation>没有名为 {name!r} 的已删除声音。</translation>
  </message>
  <message>
   <source>The takes that {name!r} was made from cannot be found on this machine.</source>
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
   <source>Voices can be the system's on Linux only.</source>
   <translation>只有在 Linux 上，声音才能成为系统的声音。</translation>
  </message>
  <message>
   <source>speech-dispatcher is not installed: `sudo apt-get install speech-dispatcher` brings it.</source>
   <translation>未安装 speech-dispatcher：请运行 `sudo apt-get install speech-dispatcher` 安装。</translation>
  </message>
  <message>
   <source>This speech-dispatcher is version {version} and Timbre needs 0.11: upgrade the system.</source>
   <translation>此 speech-dispatcher 的版本为 {version}，而 Timbre 需要 0.11：请升级系统。</translation>
  </message>
  <message>
   <source>{path} cannot be written: {reason}.</source>
   <translation>无法写入 {path}：{reason}。</translation>
  </message>
  <message>
   <source>{path} cannot be changed: {reason}.</source>
   <translation>无法更改 {path}：{reason}。</translation>
  </message>
  <message>
   <source>The module tells of no voices.</source>
   <translation>该模块没有报告任何声音。</translation>
  </message>
  <message>
   <source>The module does not start: {reason}.</source>
   <translation>该模块无法启动：{reason}。</translation>
  </message>
  <message>
   <source>{line!r} is no setting</source>
   <translation>{line!r} 不是设置项</translation>
  </message>
  <message>
   <source>{line!r} is no number</source>
   <translation>{line!r} 不是数字</translation>
  </message>
  <message>
   <source>{entry!r} is no part of a cast: write SPEAKER=VOICE.</source>
   <translation>{entry!r} 不是角色分配：请写成 说话人=声音。</translation>
  </message>
  <message>
   <source>The cast names {name!r}, who says nothing in this script: its speakers are {speakers}.</source>
   <translation>角色分配中的 {name!r} 在这个脚本里没有台词：说话人有 {speakers}。</translation>
  </message>
  <message>
   <source>Line {line}: {reason}</source>
   <translation>第 {line} 行：{reason}</translation>
  </message>
  <message>
   <source>Line {line}: {name!r} has no voice: name one in the cast, such as {name}=VOICE.</source>
   <translation>第 {line} 行：{name!r} 没有声音：请在角色分配中指定，例如 {name}=声音。</translation>
  </message>
  <message>
   <source>{file} is too large for a script: cut it into several.</source>
   <translation>{file} 太大，不能作为脚本：请分成几个文件。</translation>
  </message>
  <message>
   <source>Line {line} cannot be spoken: {reason}</source>
   <translation>第 {line} 行无法朗读：{reason}</translation>
  </message>
  <message>
   <source>The dialogue was stopped.</source>
   <translation>对话已停止。</translation>
  </message>
  <message>
   <source>Line {line}: only a pause can stand alone: write the other settings behind a name.</source>
   <translation>第 {line} 行：只有停顿可以单独成行：其他设置请写在名字后面。</translation>
  </message>
  <message>
   <source>Line {line} has no speaker: begin it with a name and a colon, such as Ann: Hello.</source>
   <translation>第 {line} 行没有说话人：请以名字和冒号开头，例如 Ann: Hello.</translation>
  </message>
  <message>
   <source>The screenplay has no dialogue: write each speaker's name in capitals, and below it what is said.</source>
   <translation>剧本里没有对白：请用大写字母写说话人的名字，并在下一行写台词。</translation>
  </message>
  <message>
   <source>The script has no lines: write a name, a colon and what is said, such as Ann: Hello.</source>
   <translation>脚本里没有台词：请写上名字、冒号和要说的话，例如 Ann: Hello.</translation>
  </message>
  <message>
   <source>Line {line} has no words for {name}: write what is said behind the name.</source>
   <translation>第 {line} 行中 {name} 没有台词：请在名字后面写上要说的话。</translation>
  </message>
  <message>
   <source>Line {line}: a pause of {pause:g} s is too long: choose at most {most:g} s.</source>
   <translation>第 {line} 行：{pause:g} 秒的停顿太长：最多 {most:g} 秒。</translation>
  </message>
  <message>
   <source>Line {line}: {piece!r} is no setting: use {names} with a number, or together.</source>
   <translation>第 {line} 行：{piece!r} 不是设置：请使用 {names} 加一个数字，或者 together。</translation>
  </message>
  <message>
   <source>Line {line}: {reason}.</source>
   <translation>第 {line} 行：{reason}。</translation>
  </message>
  <message>
   <source>Line {line} has no speaker: write a name in the column speaker.</source>
   <translation>第 {line} 行没有说话人：请在 speaker 列中写上名字。</translation>
  </message>
  <message>
   <source>Line {line}: {cell!r} in the column {column} is no number.</source>
   <translation>第 {line} 行：{column} 列中的 {cell!r} 不是数字。</translation>
  </message>
  <message>
   <source>Line {line} cannot be read as a row of a table: {reason}.</source>
   <translation>第 {line} 行不能作为表格的一行读取：{reason}。</translation>
  </message>
  <message>
   <source>The table has no column named {name!r}: name it in the first line.</source>
   <translation>表格里没有名为 {name!r} 的列：请在第一行写上列名。</translation>
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
   <source>This batch has no texts to speak.</source>
   <translation>这个批量没有可朗读的文本。</translation>
  </message>
  <message>
   <source>The saved progress of this book is gone: start it again from its file.</source>
   <translation>这本书保存的内容已不存在：请用原文件重新提交。</translation>
  </message>
  <message>
   <source>This job has no chapters to read: choose some.</source>
   <translation>这个任务没有要朗读的章节：请选择章节。</translation>
  </message>
  <message>
   <source>A shop would refuse {count} of the files: {report} in their folder says why.</source>
   <translation>有声书平台会拒收其中 {count} 个文件：原因见同一文件夹中的 {report}。</translation>
  </message>
  <message>
   <source>This job writes no file: choose a format for the chapters, or an M4B.</source>
   <translation>这个任务不会写出任何文件：请为章节选择一种格式，或选择 M4B。</translation>
  </message>
  <message>
   <source>The jobs in {path} cannot be used ({reason}).</source>
   <translation>无法使用 {path} 中的任务（{reason}）。</translation>
  </message>
  <message>
   <source>The jobs were written by a newer Timbre: update this one.</source>
   <translation>这些任务由更新版本的 Timbre 写入：请更新本程序。</translation>
  </message>
  <message>
   <source>The list of jobs was damaged; it is now {path}, and a new one begins: submit again what was not done.</source>
   <translation>任务列表已损坏，现保存为 {path}，并已新建列表：请重新提交未完成的任务。</translation>
  </message>
  <message>
   <source>Another program has been writing the list of jobs for too long; try again.</source>
   <translation>另一个程序写入任务列表的时间过长；请重试。</translation>
  </message>
  <message>
   <source>There is no kind of job {kind!r}: choose {known}.</source>
   <translation>没有 {kind!r} 这种任务：请选择 {known}。</translation>
  </message>
  <message>
   <source>This job needs a text as its {name}.</source>
   <translation>这个任务的 {name} 必须是文本。</translation>
  </message>
  <message>
   <source>How to speak must be five numbers: pace, pitch, energy, liveliness, seed.</source>
   <translation>朗读方式必须是五个数：语速、音高、力度、生动度、种子。</translation>
  </message>
  <message>
   <source>There is no job {job_id!r}: `timbre jobs` lists them.</source>
   <translation>没有任务 {job_id!r}：`timbre jobs` 会列出所有任务。</translation>
  </message>
  <message>
   <source>Something went wrong ({kind}).</source>
   <translation>出错了（{kind}）。</translation>
  </message>
  <message>
   <source>The job broke off {count} times at the same sentence: have it go on to try once more.</source>
   <translation>任务在同一句中断了 {count} 次：让它继续可再试一次。</translation>
  </message>
  <message>
   <source>A document of SSML is one file: leave out a file for each sentence.</source>
   <translation>一份 SSML 文档只生成一个文件：请不要选择每句一个文件。</translation>
  </message>
  <message>
   <source>The job was stopped.</source>
   <translation>任务已停止。</translation>
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
   <source>Line {line} of {file} cannot be read as a row of a table ({reason}): mend or shorten it.</source>
   <translation>{file} 的第 {line} 行无法作为表格的一行读取（{reason}）：请修正或缩短它。</translation>
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
   <source>{file} cannot be read as sound: convert it to WAV, FLAC, MP3, Ogg or M4A.</source>
   <translation>无法将 {file} 作为声音读取：请把它转换为 WAV、FLAC、MP3、Ogg 或 M4A。</translation>
  </message>
  <message>
   <source>{file} has no sound: choose a recording.</source>
   <translation>{file} 中没有声音：请选择一段录音。</translation>
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
   <source>There is no speech server at {server}, or it has no models of Timbre: check the address, and that “timbre serve” runs there.</source>
   <translation>{server} 处没有语音服务器，或它没有 Timbre 的模型：请检查地址，并确认那里正在运行“timbre serve”。</translation>
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
   <source>the speech server crashed</source>
   <translation>语音服务器崩溃了</translation>
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
   <source>The speech server ended while it loaded {model}.</source>
   <translation>语音服务器在加载 {model} 时结束了。</translation>
  </message>
  <message>
   <source>The speech server has no model {model!r}; it has {known}.</source>
   <translation>语音服务器没有模型 {model!r}；它有 {known}。</translation>
  </message>
  <message>
   <source>The speech server's model {model} was not loaded after {minutes:.0f} minutes.</source>
   <translation>语音服务器的模型 {model} 在 {minutes:.0f} 分钟后仍未载入。</translation>
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
   <source>The speech server needs {needed} open files and this account may have {limit}: raise the limit (`ulimit -n`).</source>
   <translation>语音服务器需要能打开 {needed} 个文件，而此账户只能打开 {limit} 个：请提高限制（`ulimit -n`）。</translation>
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
   <source>the better engine is loaded, and CUDA graphs speak meanwhile</source>
   <translation>正在载入更快的引擎，其间由 CUDA 图发声</translation>
  </message>
  <message>
   <source>its trial ended with exit code {code}</source>
   <translation>试用以退出码 {code} 结束</translation>
  </message>
  <message>
   <source>its trial took longer than {minutes:.0f} minutes</source>
   <translation>试用超过了 {minutes:.0f} 分钟</translation>
  </message>
  <message>
   <source>The system's sound service does not answer: log in again, then open Timbre again.</source>
   <translation>系统的声音服务没有响应：请重新登录，然后再打开 Timbre。</translation>
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
   <source>No {device} was found: plug one in, then try again.</source>
   <translation>没有找到{device}：请插入一个，然后再试一次。</translation>
  </message>
  <message>
   <source>The sound library PortAudio is missing: install libportaudio2.</source>
   <translation>缺少声音库 PortAudio：请安装 libportaudio2。</translation>
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
   <source>The loudspeaker was disconnected: choose another one.</source>
   <translation>扬声器已断开：请另选一个。</translation>
  </message>
  <message>
   <source>The recording stopped because it could not be saved ({reason}): check that the disk can be written to, then record the sentence again; what was saved is kept.</source>
   <translation>录音停止了，因为无法保存（{reason}）：请确认磁盘可以写入，然后重新录制这个句子；已保存的内容会保留。</translation>
  </message>
  <message>
   <source>The microphone was disconnected; the take so far is kept. Plug it in again, or choose another one.</source>
   <translation>麦克风已断开；到目前为止的录音会保留。请重新插入，或选择另一个。</translation>
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
   <source>Your consent needs {words}, which was not heard: read the statement once more, word for word.</source>
   <translation>您的同意声明中必须有{words}，但没有听到：请照原文再读一遍。</translation>
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
   <source>Connecting to the speech server at {url}…</source>
   <translation>正在连接 {url} 上的语音服务器…</translation>
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
   <source>Sample voice</source>
   <translation>示例声音</translation>
  </message>
  <message>
   <source>The take {file} cannot be played: it is missing or broken.</source>
   <translation>录音 {file} 无法播放：它不存在或已损坏。</translation>
  </message>
  <message>
   <source>This voice is gone: another program has deleted it.</source>
   <translation>这个声音已经不在了：另一个程序删除了它。</translation>
  </message>
  <message>
   <source>Sending the takes to the speech server.</source>
   <translation>正在把录音发送给语音服务器。</translation>
  </message>
  <message>
   <source>You keep this take although the check advises against it.</source>
   <translation>您不顾建议保留这条录音。</translation>
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
   <source>Nothing was heard, so the recording has stopped: check that the right microphone is chosen.</source>
   <translation>没有听到声音，录音已停止：请检查是否选对了麦克风。</translation>
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
   <source>The recordings cannot be restored: they were removed for good.</source>
   <translation>录音无法恢复：它们已被永久移除。</translation>
  </message>
  <message>
   <source>The recordings cannot be deleted: {reason}.</source>
   <translation>录音无法删除：{reason}。</translation>
  </message>
  <message>
   <source>The recordings cannot be restored: {reason}.</source>
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
   <source>{path} cannot be opened: {reason}.</source>
   <translation>无法打开 {path}：{reason}。</translation>
  </message>
  <message>
   <source>There are more than {limit} recordings: choose the best twenty to a hundred of them.</source>
   <translation>录音超过 {limit} 条：请选择其中最好的二十到一百条。</translation>
  </message>
  <message>
   <source>{file} holds no sound: leave it out.</source>
   <translation>{file} 里没有声音，请不要选它。</translation>
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
   <source>The take cannot be restored: {reason}.</source>
   <translation>无法恢复录音：{reason}。</translation>
  </message>
  <message>
   <source>The recordings cannot be saved: {reason}.</source>
   <translation>录音无法保存：{reason}。</translation>
  </message>
  <message>
   <source>Type the phrase first.</source>
   <translation>请先输入常用语。</translation>
  </message>
  <message>
   <source>Make the phrase shorter: it may have {count} characters.</source>
   <translation>请把常用语写短一些：最多 {count} 个字符。</translation>
  </message>
  <message>
   <source>There is no phrase in {file}: write one on each line, or a table with a column text.</source>
   <translation>{file} 里没有常用语：请每行写一句，或使用带有 text 列的表格。</translation>
  </message>
  <message>
   <source>{file} is too large for a file of phrases.</source>
   <translation>{file} 太大，不像是常用语文件。</translation>
  </message>
  <message>
   <source>{file} cannot be read: save it as a text file in UTF-8.</source>
   <translation>无法读取 {file}：请把它另存为 UTF-8 文本文件。</translation>
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
   <source>{file} cannot be used as consent, because {words} was not heard: record “{statement}”</source>
   <translation>{file} 不能作为同意声明，因为没有听到{words}：请录下“{statement}”</translation>
  </message>
  <message>
   <source>{file} cannot be used as consent: {reason}</source>
   <translation>{file} 不能用作同意声明：{reason}</translation>
  </message>
  <message>
   <source>The recorded consent could not be kept: {reason}.</source>
   <translation>同意声明的录音无法保存：{reason}。</translation>
  </message>
  <message>
   <source>The voice cannot be restored: it was removed for good.</source>
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
   <source>The voice could not be saved in {folder}: {reason}.</source>
   <translation>声音无法保存到 {folder}：{reason}。</translation>
  </message>
  <message>
   <source>There is already a voice named {name!r}: choose another name.</source>
   <translation>已经有名为 {name!r} 的声音：请选择另一个名称。</translation>
  </message>
  <message>
   <source>{path} already exists: choose another name.</source>
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
   <source>The notes could not be saved: {reason}.</source>
   <translation>备注无法保存：{reason}。</translation>
  </message>
  <message>
   <source>This voice was made with another version of Timbre: make it again from its takes.</source>
   <translation>此声音由另一版本的 Timbre 制作：请用它的录音重新制作。</translation>
  </message>
  <message>
   <source>This voice was made with another version of Timbre, and its takes cannot be found: record it again on the Record page.</source>
   <translation>此声音由另一版本的 Timbre 制作，且找不到制作它所用的录音：请在“录音”页面重新录制。</translation>
  </message>
  <message>
   <source>The sample voice cannot be removed: {reason}.</source>
   <translation>无法移除示例声音：{reason}。</translation>
  </message>
  <message>
   <source>It was recorded after the voice was made.</source>
   <translation>它是在声音做好之后录的。</translation>
  </message>
  <message>
   <source>The consent was not read word for word.</source>
   <translation>同意声明没有照原文读。</translation>
  </message>
  <message>
   <source>It was left out.</source>
   <translation>它没有被采用。</translation>
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
   <source>The statement of consent sounds as if somebody else than the person of the takes had read it: record it again in the same voice and place, or make the voice of that person's takes alone.</source>
   <translation>同意声明听起来不是录音者本人读的：请由本人在同一地点重新录一遍，或者只用声明者自己的录音来制作声音。</translation>
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
   <source>It starts from where the voice lies among the speakers that Timbre knows.</source>
   <translation>从这个声音在 Timbre 已知的说话人中所处的位置开始。</translation>
  </message>
  <message>
   <source>It starts from {speaker}, the nearest speaker that Timbre knows.</source>
   <translation>从 Timbre 所知道的最接近的说话人 {speaker} 开始。</translation>
  </message>
  <message>
   <source>It starts from {speaker}, the nearest speaker that Timbre knows, and from where the voice lies among all of them.</source>
   <translation>从 Timbre 已知的最接近的说话人 {speaker}，以及这个声音在所有说话人中所处的位置开始。</translation>
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
   <source>Refresh</source>
   <translation>重新查找</translation>
  </message>
  <message>
   <source>Refresh the list of microphones</source>
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
   <source>The microphone is back.</source>
   <translation>麦克风已重新接好。</translation>
  </message>
  <message>
   <source>The system switched to another microphone; the take so far is kept. Check that the right one is in use, then record the sentence again.</source>
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
  <name>PhraseButton</name>
  <message>
   <source>Say this</source>
   <translation>说这句</translation>
  </message>
  <message>
   <source>No phrase yet</source>
   <translation>还没有常用语</translation>
  </message>
 </context>
 <context>
  <name>PhraseDialog</name>
  <message>
   <source>Phrase</source>
   <translation>常用语</translation>
  </message>
  <message>
   <source>No key</source>
   <translation>不用按键</translation>
  </message>
  <message>
   <source>&amp;Phrase</source>
   <translation>常用语(&amp;P)</translation>
  </message>
  <message>
   <source>&amp;Folder</source>
   <translation>文件夹(&amp;F)</translation>
  </message>
  <message>
   <source>Folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <source>&amp;Key</source>
   <translation>按键(&amp;K)</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>按键</translation>
  </message>
 </context>
 <context>
  <name>PhraseFiles</name>
  <message>
   <source>Phrases (*.csv *.txt)</source>
   <translation>常用语 (*.csv *.txt)</translation>
  </message>
  <message>
   <source>Import phrases</source>
   <translation>导入常用语</translation>
  </message>
  <message>
   <source>phrases.csv</source>
   <translation>常用语.csv</translation>
  </message>
  <message>
   <source>Export phrases</source>
   <translation>导出常用语</translation>
  </message>
  <message>
   <source>Tables (*.csv)</source>
   <translation>表格 (*.csv)</translation>
  </message>
 </context>
 <context>
  <name>PhrasePanel</name>
  <message>
   <source>Search phrases</source>
   <translation>搜索常用语</translation>
  </message>
  <message>
   <source>Search (Ctrl+F)</source>
   <translation>搜索 (Ctrl+F)</translation>
  </message>
  <message>
   <source>Clear the search</source>
   <translation>清除搜索</translation>
  </message>
  <message>
   <source>Folder of phrases</source>
   <translation>常用语文件夹</translation>
  </message>
  <message>
   <source>Phrases</source>
   <translation>常用语</translation>
  </message>
  <message>
   <source>Nothing here: clear the search, choose another folder, or add a phrase.</source>
   <translation>这里没有内容：请清除搜索、选择另一个文件夹，或添加一条常用语。</translation>
  </message>
  <message>
   <source>Add…</source>
   <translation>添加…</translation>
  </message>
  <message>
   <source>Save what you typed as a phrase</source>
   <translation>把输入的内容存为常用语</translation>
  </message>
  <message>
   <source>Change…</source>
   <translation>修改…</translation>
  </message>
  <message>
   <source>Change the phrase, its folder or its key</source>
   <translation>修改常用语、文件夹或按键</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove it from the list</source>
   <translation>从列表中移除</translation>
  </message>
  <message>
   <source>Move the phrase up</source>
   <translation>把常用语上移</translation>
  </message>
  <message>
   <source>Move the phrase down</source>
   <translation>把常用语下移</translation>
  </message>
  <message>
   <source>Up</source>
   <translation>上移</translation>
  </message>
  <message>
   <source>Down</source>
   <translation>下移</translation>
  </message>
  <message>
   <source>Import…</source>
   <translation>导入…</translation>
  </message>
  <message>
   <source>Add the phrases of a text file or a table (CSV)</source>
   <translation>添加文本文件或表格（CSV）里的常用语</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Save all phrases as a table (CSV)</source>
   <translation>把所有常用语存为表格（CSV）</translation>
  </message>
  <message>
   <source>All phrases</source>
   <translation>所有常用语</translation>
  </message>
  <message>
   <source>Recent</source>
   <translation>最近说过的</translation>
  </message>
 </context>
 <context>
  <name>PhrasesController</name>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>“{0}” was removed.</source>
   <translation>已移除“{0}”。</translation>
  </message>
  <message>
   <source>Phrases added from {1}: {0}.</source>
   <translation>已从 {1} 添加常用语：{0} 句。</translation>
  </message>
  <message>
   <source>The phrases were written to {0}.</source>
   <translation>常用语已写入 {0}。</translation>
  </message>
  <message>
   <source>Your phrases could not be read: the file was kept as {0}.</source>
   <translation>无法读取您的常用语：原文件已保留为 {0}。</translation>
  </message>
 </context>
 <context>
  <name>Program</name>
  <message>
   <source>Something is still running: reopen Timbre when it has finished.</source>
   <translation>还有工作在进行：请等它结束后再重新打开 Timbre。</translation>
  </message>
 </context>
 <context>
  <name>PromptCard</name>
  <message>
   <source>Waveform of the take</source>
   <translation>录音的波形</translation>
  </message>
  <message>
   <source>{0:.1f} s</source>
   <translation>{0:.1f} 秒</translation>
  </message>
  <message>
   <source>Your consent, read aloud</source>
   <translation>您的同意声明，请朗读</translation>
  </message>
  <message>
   <source>Sentence {0} of {1}</source>
   <translation>第 {0} 句，共 {1} 句</translation>
  </message>
  <message>
   <source>Sentence {0}</source>
   <translation>第 {0} 句</translation>
  </message>
  <message>
   <source>then {0} sentences</source>
   <translation>然后是 {0} 句</translation>
  </message>
  <message>
   <source>more than the {0} that are needed</source>
   <translation>已超过所需的 {0} 句</translation>
  </message>
  <message>
   <source>{0} more if you like</source>
   <translation>愿意的话还有 {0} 句</translation>
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
   <source>Stop when I stop speaking (A)</source>
   <translation>读完自动停止（A）</translation>
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
   <source>Drag a dot for pitch, a line for length; click a word to choose it whole; keys: ←→ choose, ↑↓ pitch, + − length, Delete resets</source>
   <translation>拖动圆点改变音高，拖动竖线改变时长；点击单词可选中整个词；按键：←→ 选择，↑↓ 音高，+ − 时长，Delete 复原</translation>
  </message>
  <message>
   <source>{0} Hz</source>
   <translation>{0} Hz</translation>
  </message>
  <message>
   <source>spoken without pitch</source>
   <translation>实际没有音高</translation>
  </message>
  <message>
   <source>spoken at {0:.0f} Hz</source>
   <translation>实际 {0:.0f} Hz</translation>
  </message>
  <message>
   <source>{0}: {1:.0f} Hz, {2:+.1f} semitones, {3:.0f} ms, {4:.2f} times as long</source>
   <translation>{0}：{1:.0f} Hz，{2:+.1f} 半音，{3:.0f} 毫秒，时长的 {4:.2f} 倍</translation>
  </message>
 </context>
 <context>
  <name>QualityPlot</name>
  <message>
   <source>Speech and room over the takes</source>
   <translation>各条录音的说话声与房间噪声</translation>
  </message>
  <message>
   <source>speech {0:.0f} dBFS, room {1:.0f} dBFS</source>
   <translation>说话声 {0:.0f} dBFS，房间 {1:.0f} dBFS</translation>
  </message>
  <message>
   <source>{0} takes; the last one: speech {1:.0f} dBFS, room {2:.0f} dBFS.</source>
   <translation>{0} 条录音；最后一条：说话声 {1:.0f} dBFS，房间 {2:.0f} dBFS。</translation>
  </message>
  <message>
   <source>You are {0:.0f} dB quieter than at first: come as close as you were.</source>
   <translation>您比开始时轻了 {0:.0f} dB：请像开始时那样靠近。</translation>
  </message>
  <message>
   <source>You are {0:.0f} dB louder than at first: move back to where you were.</source>
   <translation>您比开始时响了 {0:.0f} dB：请退到开始时的距离。</translation>
  </message>
  <message>
   <source>The room is {0:.0f} dB louder than at first: look for what makes the noise.</source>
   <translation>房间比开始时吵了 {0:.0f} dB：请找出噪声的来源。</translation>
  </message>
  <message>
   <source>Each bar is a take; it reaches from the noise of the room up to your voice.</source>
   <translation>每一条代表一段录音：从房间的噪声一直到您的声音。</translation>
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
 </context>
 <context>
  <name>RecordPage</name>
  <message>
   <source>Another voice</source>
   <translation>另一个声音</translation>
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
   <translation>安静五秒钟，测量环境噪声</translation>
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
   <translation>监听自己</translation>
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
   <source>Say a few words as loudly as you are going to read: the bar should reach the marked zone.</source>
   <translation>请用朗读时的音量说几句话：音量条应达到标出的区域。</translation>
  </message>
  <message>
   <source>Your room</source>
   <translation>您的房间</translation>
  </message>
  <message>
   <source>Be quiet for five seconds, and Timbre measures how noisy the room is.</source>
   <translation>请安静五秒钟，Timbre 会测量房间的噪声。</translation>
  </message>
 </context>
 <context>
  <name>RecordSessionPanel</name>
  <message>
   <source>Recording</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Space starts and stops recording; the arrow keys lead to other sentences.</source>
   <translation>空格键开始和停止录音；方向键切换句子。</translation>
  </message>
  <message>
   <source>Voice: {0}</source>
   <translation>声音：{0}</translation>
  </message>
  <message>
   <source>Voice: {0}, read by {1}</source>
   <translation>声音：{0}，由 {1} 朗读</translation>
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
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Record</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>No microphone: plug one in, or take a recording of the sentence “From a file…”.</source>
   <translation>没有麦克风：请插入一个，或用“来自文件…”载入这一句的录音。</translation>
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
   <source>Record again; the old take stays until the new one is done</source>
   <translation>重新录制；完成之前保留旧的录音</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>重录</translation>
  </message>
  <message>
   <source>Previous</source>
   <translation>上一句</translation>
  </message>
  <message>
   <source>Go to the previous sentence</source>
   <translation>回到上一句</translation>
  </message>
  <message>
   <source>Go to the next sentence; this one can be read later</source>
   <translation>到下一句；这一句可以以后再读</translation>
  </message>
  <message>
   <source>Another voice</source>
   <translation>另一个声音</translation>
  </message>
  <message>
   <source>Leave; the takes are kept</source>
   <translation>离开；录音会保留</translation>
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
   <source>Make the voice from existing recordings</source>
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
   <source>Delete the chosen recordings; you can restore them for 30 days</source>
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
   <source>Deleted ({0})</source>
   <translation>已删除（{0}）</translation>
  </message>
  <message>
   <source>Restore recordings that were deleted in the last 30 days</source>
   <translation>恢复最近 30 天内删除的录音</translation>
  </message>
  <message>
   <source>You read about 20 sentences aloud; Timbre checks each one, then makes a voice of them. In the first sentence you say that you agree. Nothing leaves this machine.</source>
   <translation>您朗读大约 20 个句子；Timbre 逐句检查，然后用它们制作声音。在第一句中您表示同意。所有数据都留在这台电脑上。</translation>
  </message>
  <message>
   <source>You read about 20 sentences aloud; Timbre checks each one, then makes a voice of them. In the first sentence you say that you agree. The takes are sent to the speech server {0}.</source>
   <translation>您朗读大约 20 个句子；Timbre 逐句检查，然后用它们制作声音。在第一句中您表示同意。录音会发送到语音服务器 {0}。</translation>
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
   <source>Do you have recordings already? Name the voice, then import them or drop them here.</source>
   <translation>已经有录音了吗？先给声音起个名字，然后导入录音，或把它们拖到这里。</translation>
  </message>
 </context>
 <context>
  <name>RecordingTips</name>
  <message>
   <source>Three things make a good voice</source>
   <translation>做好这三点，声音才好</translation>
  </message>
  <message>
   <source>A quiet room</source>
   <translation>安静的房间</translation>
  </message>
  <message>
   <source>Close the window, switch off the fan; curtains and a carpet swallow the echo.</source>
   <translation>关上窗户，关掉风扇；窗帘和地毯能减少回声。</translation>
  </message>
  <message>
   <source>A hand's width to the microphone</source>
   <translation>离麦克风一掌的距离</translation>
  </message>
  <message>
   <source>Stay at that distance; the next page shows whether you are loud enough.</source>
   <translation>保持这个距离；下一页会显示您的音量是否足够。</translation>
  </message>
  <message>
   <source>Your everyday voice</source>
   <translation>用平常的声音</translation>
  </message>
  <message>
   <source>Read as you would tell it to a friend. Repeat what went wrong, and rest when you like.</source>
   <translation>像跟朋友说话一样朗读。读错了就重读，累了就休息。</translation>
  </message>
 </context>
 <context>
  <name>ResultController</name>
  <message>
   <source>The likeness was not measured.</source>
   <translation>没有测量相似程度。</translation>
  </message>
  <message>
   <source>{0:.0f} % of the way from somebody else's voice to yours</source>
   <translation>从别人的声音到您的声音，已走了 {0:.0f} %</translation>
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
   <source>a speech recogniser gets {0:.1f} % of its letters wrong, and {1:.1f} % of yours</source>
   <translation>电脑听写它时错 {0:.1f} % 的字母，听写您时错 {1:.1f} %</translation>
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
   <source>There are enough takes; those that were left out can be recorded again.</source>
   <translation>录音已经够了；未采用的那些可以重录。</translation>
  </message>
  <message>
   <source>Nothing needs to be done: the takes are good and enough.</source>
   <translation>什么都不需要做：录音质量好，数量也够。</translation>
  </message>
  <message>
   <source>All {0} takes were used.</source>
   <translation>{0} 条录音全部采用。</translation>
  </message>
  <message>
   <source>{0} takes were used. Left out:</source>
   <translation>采用了 {0} 条录音。未采用的有：</translation>
  </message>
  <message>
   <source>✗  “{0}” {1}</source>
   <translation>✗  “{0}”{1}</translation>
  </message>
  <message>
   <source>and {0} more</source>
   <translation>另外还有 {0} 条</translation>
  </message>
 </context>
 <context>
  <name>ResultPanel</name>
  <message>
   <source>Beside you</source>
   <translation>与您并列</translation>
  </message>
  <message>
   <source>The voice is being compared with you</source>
   <translation>正在将声音与您本人比较</translation>
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
   <source>Choose this one as you</source>
   <translation>认为这一个是您</translation>
  </message>
  <message>
   <source>Next pair</source>
   <translation>下一对</translation>
  </message>
  <message>
   <source>Listen to another pair and choose again</source>
   <translation>再听一对，重新选择</translation>
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
   <source>▮ this voice: {0:.0f} %</source>
   <translation>▮ 这个声音：{0:.0f} %</translation>
  </message>
  <message>
   <source>▲ the closest voice that Timbre knew before: {0:.0f} %</source>
   <translation>▲ 原有声音中最像您的：{0:.0f} %</translation>
  </message>
  <message>
   <source>Listen to both, A and B: one is you. Which?</source>
   <translation>A 和 B 都听一听：其中一个是您。是哪一个？</translation>
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
   <source>Right {0} of {1} times; guessing gives half</source>
   <translation>{1} 次中答对 {0} 次；瞎猜可对一半</translation>
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
   <source>The microphone does not answer: choose another one, or refresh the list.</source>
   <translation>麦克风没有响应：请选择另一个，或重新查找。</translation>
  </message>
  <message>
   <source>No sound arrives at all: check that the microphone is not muted and the right one is chosen.</source>
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
   <source>The room is too noisy ({0} dBFS): switch off fans, shut the windows, come closer to the microphone and turn it down, or go to another room. Then measure again.</source>
   <translation>房间太吵（{0} dBFS）：请关掉风扇，关上窗户，靠近麦克风并把它调低，或换一个房间。然后重新测量。</translation>
  </message>
  <message>
   <source>It was not silent all the time ({1} dBFS at the loudest): be still and measure again.</source>
   <translation>并非一直安静（最响处 {1} dBFS）：请保持安静，重新测量。</translation>
  </message>
 </context>
 <context>
  <name>SampleStrip</name>
  <message>
   <source>Listen</source>
   <translation>试听</translation>
  </message>
  <message>
   <source>Hear one sentence in the sample voice</source>
   <translation>用示例声音听一句话</translation>
  </message>
  <message>
   <source>Try it</source>
   <translation>试一试</translation>
  </message>
  <message>
   <source>Type a text and hear it in the sample voice</source>
   <translation>输入文字，用示例声音听一听</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove the sample voice</source>
   <translation>移除示例声音</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Made up by a computer, it belongs to nobody: hear what Timbre sounds like.</source>
   <translation>由计算机合成，不属于任何人：听听 Timbre 的声音。</translation>
  </message>
 </context>
 <context>
  <name>ScanBoard</name>
  <message>
   <source>Board for switches</source>
   <translation>开关面板</translation>
  </message>
  <message>
   <source>Space is the first switch, Return the second one</source>
   <translation>空格键是第一个开关，回车键是第二个</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Chime</source>
   <translation>提示音</translation>
  </message>
  <message>
   <source>Delete word</source>
   <translation>删除一词</translation>
  </message>
  <message>
   <source>Delete all</source>
   <translation>全部删除</translation>
  </message>
  <message>
   <source>Space</source>
   <translation>空格</translation>
  </message>
 </context>
 <context>
  <name>SentenceController</name>
  <message>
   <source>The computer was too busy and lost some sound: listen to the take, and redo it if it skips.</source>
   <translation>电脑太忙，丢失了一些声音：请听一听录音，如有跳跃请重新录制。</translation>
  </message>
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
   <source>Undo all changes to this sentence</source>
   <translation>撤销对这个句子的所有更改</translation>
  </message>
  <message>
   <source>Follow the sound</source>
   <translation>跟随声音</translation>
  </message>
  <message>
   <source>Show the sentence that is being spoken instead of the one with the cursor</source>
   <translation>显示正在朗读的句子，而不是光标所在的句子</translation>
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
   <source>{0}; {1}</source>
   <translation>{0}；{1}</translation>
  </message>
  <message>
   <source>Speech server: not running</source>
   <translation>语音服务器：没有运行</translation>
  </message>
  <message>
   <source>Reconnect</source>
   <translation>重新连接</translation>
  </message>
 </context>
 <context>
  <name>SessionShelf</name>
  <message>
   <source>The recordings of {0} were deleted. You can restore them for 30 days; a voice made from them stays.</source>
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
   <source>Reopen now</source>
   <translation>现在重新打开</translation>
  </message>
  <message>
   <source>The change takes effect when you reopen Timbre.</source>
   <translation>重新打开 Timbre 后生效。</translation>
  </message>
  <message>
   <source>The server is at {0}; its own log says what it runs on.</source>
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
   <source>No NVIDIA GPU was found: the processor is used, and making a voice takes minutes.</source>
   <translation>没有找到 NVIDIA GPU：使用处理器，制作一个声音需要几分钟。</translation>
  </message>
  <message>
   <source>Why this engine: {0}.</source>
   <translation>选用原因：{0}。</translation>
  </message>
  <message>
   <source>In a terminal, `timbre doctor` says what can be done.</source>
   <translation>请在终端运行 `timbre doctor`，它会说明该怎么做。</translation>
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
   <source>Your voices, their tags and notes; deleted ones are kept for 30 days.</source>
   <translation>您的声音及其标签和备注；已删除的保留 30 天。</translation>
  </message>
  <message>
   <source>Recordings</source>
   <translation>录音</translation>
  </message>
  <message>
   <source>Every take that you recorded, and your consent; deleted ones are kept for 30 days.</source>
   <translation>您录制的每一条录音和您的同意声明；删除的保留 30 天。</translation>
  </message>
  <message>
   <source>Speech</source>
   <translation>语音</translation>
  </message>
  <message>
   <source>What was spoken on the Speak page, so that you can hear it again.</source>
   <translation>在“朗读”页面朗读过的内容，可以重听。</translation>
  </message>
  <message>
   <source>Jobs</source>
   <translation>任务</translation>
  </message>
  <message>
   <source>Texts that are being exported, and their sound until they are done.</source>
   <translation>正在导出的文本，以及完成前的声音。</translation>
  </message>
  <message>
   <source>Books</source>
   <translation>有声书</translation>
  </message>
  <message>
   <source>Books that you opened, and what has been read of them.</source>
   <translation>您打开过的书，以及已朗读的部分。</translation>
  </message>
  <message>
   <source>Pronunciations</source>
   <translation>发音</translation>
  </message>
  <message>
   <source>The pronunciations that you taught Timbre, in a text file.</source>
   <translation>您教给 Timbre 的发音，保存在一个文本文件中。</translation>
  </message>
  <message>
   <source>Phrases</source>
   <translation>常用语</translation>
  </message>
  <message>
   <source>Your phrases, and what you said recently on the Talk page.</source>
   <translation>您的常用语，以及最近在交谈页面说过的话。</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>These settings, and the size and place of the window.</source>
   <translation>这些设置，以及窗口的大小和位置。</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>日志</translation>
  </message>
  <message>
   <source>Error messages, for when something goes wrong; no sound.</source>
   <translation>出错时的记录，便于查找原因；不含声音。</translation>
  </message>
  <message>
   <source>Voices in the making</source>
   <translation>制作中的声音</translation>
  </message>
  <message>
   <source>What has been learned so far, with a copy of the takes; deleted when the voice is ready.</source>
   <translation>目前学到的内容和录音的副本；声音完成后即删除。</translation>
  </message>
  <message>
   <source>Cache</source>
   <translation>缓存</translation>
  </message>
  <message>
   <source>Files of the program that can be rebuilt; nothing of yours.</source>
   <translation>程序可以重新生成的文件；不含您的内容。</translation>
  </message>
  <message>
   <source>Double-clicking a voice file now opens it in Timbre.</source>
   <translation>现在双击声音文件就会用 Timbre 打开。</translation>
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
   <source>Reconnect</source>
   <translation>重新连接</translation>
  </message>
  <message>
   <source>Disconnect from the speech server and start or find it again</source>
   <translation>断开语音服务器，然后重新启动或查找</translation>
  </message>
  <message>
   <source>Open with Timbre</source>
   <translation>用 Timbre 打开</translation>
  </message>
  <message>
   <source>Have the desktop open voice files with this program</source>
   <translation>让桌面用本程序打开声音文件</translation>
  </message>
  <message>
   <source>System default</source>
   <translation>系统默认</translation>
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
   <source>Double-clicking a .timbre file then imports the voice.</source>
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
   <source>Takes effect the next time you open Timbre.</source>
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
   <source>Light, dark, or the same as the desktop.</source>
   <translation>浅色、深色，或与桌面一致。</translation>
  </message>
  <message>
   <source>Same as the desktop</source>
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
   <source>Makes all text in the window smaller or larger.</source>
   <translation>把窗口中的文字整体调小或调大。</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <source>The language of the window; voices speak the language they were recorded in.</source>
   <translation>窗口的语言；声音说的是录音时的语言。</translation>
  </message>
  <message>
   <source>Same as the system</source>
   <translation>与系统一致</translation>
  </message>
  <message>
   <source>Starting point of a new voice</source>
   <translation>新声音的起点</translation>
  </message>
  <message>
   <source>If a voice does not sound enough like the person, try another one with the same takes.</source>
   <translation>如果声音不够像本人，可以用同样的录音换一种试试。</translation>
  </message>
  <message>
   <source>Computed from the takes</source>
   <translation>由录音计算得出</translation>
  </message>
  <message>
   <source>Both: the closest known speaker and the takes</source>
   <translation>两者结合：最接近的已知说话人和录音</translation>
  </message>
  <message>
   <source>The closest known speaker</source>
   <translation>最接近的已知说话人</translation>
  </message>
  <message>
   <source>Folder for exports</source>
   <translation>导出文件夹</translation>
  </message>
  <message>
   <source>Where the dialogs for saving speech and voices start.</source>
   <translation>保存语音和声音时，对话框首先打开的位置。</translation>
  </message>
  <message>
   <source>Mark exported speech</source>
   <translation>为导出的语音加水印</translation>
  </message>
  <message>
   <source>An inaudible mark that lets Timbre recognise its own speech; a file without it says so in its metadata.</source>
   <translation>一种听不见的标记，Timbre 凭它认出自己生成的语音；没有标记的文件会在元数据中注明。</translation>
  </message>
  <message>
   <source>Microphone</source>
   <translation>麦克风</translation>
  </message>
  <message>
   <source>Used to record takes.</source>
   <translation>用来录音的设备。</translation>
  </message>
  <message>
   <source>Loudspeaker</source>
   <translation>扬声器</translation>
  </message>
  <message>
   <source>Used to play takes and speech, from the next sound on.</source>
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
   <source>Stop recording on silence</source>
   <translation>安静时停止录音</translation>
  </message>
  <message>
   <source>A take ends by itself when you have read the sentence and stopped speaking.</source>
   <translation>读完句子并停下来后，录音自动结束。</translation>
  </message>
  <message>
   <source>Address of the speech server</source>
   <translation>语音服务器的地址</translation>
  </message>
  <message>
   <source>Leave empty to use this machine. Otherwise enter the host:port of a server that you trust, or grpcs://host:port if it encrypts; your takes and texts are sent to it.</source>
   <translation>留空即使用本机。否则请填写您信任的服务器的 主机:端口，加密的填写 grpcs://主机:端口；您的录音和文本会发送给它。</translation>
  </message>
  <message>
   <source>Key of that server</source>
   <translation>该服务器的密钥</translation>
  </message>
  <message>
   <source>The key that `timbre serve` printed there; it is kept in a file that only you can read.</source>
   <translation>那台服务器启动时显示的密钥；保存在只有您能读取的文件中。</translation>
  </message>
  <message>
   <source>Runs on</source>
   <translation>运算设备</translation>
  </message>
  <message>
   <source>For the server on this machine. Choose the processor if something else needs the GPU.</source>
   <translation>用于本机的服务器。如果 GPU 另有用途，请选择处理器。</translation>
  </message>
  <message>
   <source>The GPU, if there is one</source>
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
  <message>
   <source>Speech is made in</source>
   <translation>语音生成进程</translation>
  </message>
  <message>
   <source>For the server on this machine. One process is quicker on a GPU; three share the processor's cores.</source>
   <translation>用于本机上的服务器。有 GPU 时单个进程更快；三个进程则分担处理器的各个核心。</translation>
  </message>
  <message>
   <source>One process with a GPU, else three</source>
   <translation>有 GPU 时单个进程，否则三个进程</translation>
  </message>
  <message>
   <source>Three processes</source>
   <translation>三个进程</translation>
  </message>
  <message>
   <source>One process</source>
   <translation>单个进程</translation>
  </message>
 </context>
 <context>
  <name>Sidebar</name>
  <message>
   <source>Timbre</source>
   <translation>Timbre</translation>
  </message>
  <message>
   <source>Record sentences and make a voice from them</source>
   <translation>录制句子并用它们制作声音</translation>
  </message>
  <message>
   <source>Hold a conversation: you type, your voice speaks</source>
   <translation>与人交谈：您打字，您的声音替您说</translation>
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
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Have a voice speak your text</source>
   <translation>让声音朗读您的文本</translation>
  </message>
  <message>
   <source>Dialogue</source>
   <translation>对话</translation>
  </message>
  <message>
   <source>Have several voices speak a script</source>
   <translation>让多个声音朗读一段脚本</translation>
  </message>
  <message>
   <source>Books</source>
   <translation>有声书</translation>
  </message>
  <message>
   <source>Make an audiobook</source>
   <translation>制作有声书</translation>
  </message>
  <message>
   <source>Talk</source>
   <translation>交谈</translation>
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
   <source>Exports, running and finished</source>
   <translation>正在进行和已完成的导出</translation>
  </message>
  <message>
   <source>Jobs</source>
   <translation>任务</translation>
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
   <source>Not saved; no half-written file is left.</source>
   <translation>没有保存；不会留下写了一半的文件。</translation>
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
   <source>{0} is being made; Jobs shows how far it is.</source>
   <translation>正在制作 {0}；“任务”中可查看进度。</translation>
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
   <source>The speech appears here while it is made.</source>
   <translation>朗读的内容在生成时显示在这里。</translation>
  </message>
  <message>
   <source>Record or import a voice first.</source>
   <translation>请先录制或导入一个声音。</translation>
  </message>
  <message>
   <source>1 character</source>
   <translation>1 个字符</translation>
  </message>
  <message>
   <source>{0} characters</source>
   <translation>{0} 个字符</translation>
  </message>
  <message>
   <source>{0} of speech</source>
   <translation>朗读时长 {0}</translation>
  </message>
  <message>
   <source>about {0} of speech</source>
   <translation>朗读时长约 {0}</translation>
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
   <translation>重做</translation>
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
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Stop speaking</source>
   <translation>停止朗读</translation>
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
   <source>Make a voice</source>
   <translation>制作声音</translation>
  </message>
  <message>
   <source>Record a voice to speak with</source>
   <translation>录制一个用于朗读的声音</translation>
  </message>
  <message>
   <source>Say again</source>
   <translation>再读一遍</translation>
  </message>
  <message>
   <source>Speak this sentence again with the current settings</source>
   <translation>按当前的设置重新朗读此句</translation>
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
   <source>Previous reading</source>
   <translation>上一种读法</translation>
  </message>
  <message>
   <source>Go back to how this sentence was read before</source>
   <translation>回到这一句之前的读法</translation>
  </message>
  <message>
   <source>Melody</source>
   <translation>语调</translation>
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
   <source>Teach Timbre how to pronounce the selected word</source>
   <translation>教 Timbre 怎样读所选的词</translation>
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
   <source>Batch…</source>
   <translation>批量朗读…</translation>
  </message>
  <message>
   <source>Speak many texts from a file into many sound files</source>
   <translation>把一个文件中的多段文本朗读成多个声音文件</translation>
  </message>
  <message>
   <source>&amp;Voice</source>
   <translation>声音(&amp;V)</translation>
  </message>
  <message>
   <source>Speak the text (Ctrl+Return)</source>
   <translation>朗读文本（Ctrl+Return）</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>Pause (Ctrl+Space)</source>
   <translation>暂停（Ctrl+Space）</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Go on (Ctrl+Space); Ctrl+Return begins again</source>
   <translation>继续（Ctrl+Space）；Ctrl+Return 从头开始</translation>
  </message>
 </context>
 <context>
  <name>SpeakPlayer</name>
  <message>
   <source>There is nothing to speak: type a text first.</source>
   <translation>没有可朗读的内容：请先输入文本。</translation>
  </message>
  <message>
   <source>Starting to speak…</source>
   <translation>正在准备朗读…</translation>
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
   <source>{0}; first sound after {1:.0f} ms.</source>
   <translation>{0}；首个声音用时 {1:.0f} 毫秒。</translation>
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
   <source>The speech server stopped answering: choose Go on to continue from there.</source>
   <translation>语音服务器停止了响应：选择“继续”从那里再次朗读。</translation>
  </message>
 </context>
 <context>
  <name>StatusLine</name>
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
   <source>Jobs</source>
   <translation>任务</translation>
  </message>
  <message>
   <source>Show the jobs</source>
   <translation>显示任务</translation>
  </message>
 </context>
 <context>
  <name>TakeController</name>
  <message>
   <source>Recording…</source>
   <translation>正在录音…</translation>
  </message>
  <message>
   <source>Read the sentence aloud; the take ends when you stop speaking.</source>
   <translation>请朗读句子；读完后录音自动结束。</translation>
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
   <source>Still recording: press Space to stop.</source>
   <translation>还在录音：按空格键结束。</translation>
  </message>
  <message>
   <source>Nothing is heard yet: read the sentence aloud, or check the microphone.</source>
   <translation>还没有听到声音：请大声读出句子，或检查麦克风。</translation>
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
   <source>Checking the take…</source>
   <translation>正在检查录音…</translation>
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
   <source>kept although the check advises against it</source>
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
   <source>Checking the takes…</source>
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
  <name>TakesFoot</name>
  <message>
   <source>Hear a sketch</source>
   <translation>试听草稿</translation>
  </message>
  <message>
   <source>A first idea of the voice after a few seconds of speech; it has learned nothing yet</source>
   <translation>只用几秒语音得出的声音初稿，尚未经过学习</translation>
  </message>
  <message>
   <source>Stop the sketch</source>
   <translation>停止试听</translation>
  </message>
  <message>
   <source>Make the voice</source>
   <translation>制作声音</translation>
  </message>
  <message>
   <source>Make a voice from the takes</source>
   <translation>用这些录音制作声音</translation>
  </message>
  <message>
   <source>{0} with ✗ do not count</source>
   <translation>另有 {0} 条带 ✗，不计入</translation>
  </message>
  <message>
   <source>1 take: {1} more to make the voice</source>
   <translation>1 条录音：再录 {1} 条就可以制作声音</translation>
  </message>
  <message>
   <source>{0} takes: {1} more to make the voice</source>
   <translation>{0} 条录音：再录 {1} 条就可以制作声音</translation>
  </message>
  <message>
   <source>{0} takes: enough, if all of them are good</source>
   <translation>{0} 条录音：如果都合格，就足够了</translation>
  </message>
  <message>
   <source>{0} takes: ready</source>
   <translation>{0} 条录音：可以制作声音了</translation>
  </message>
 </context>
 <context>
  <name>TakesRoute</name>
  <message>
   <source>The recordings were imported. Now read the consent statement below, or drop a recording of it here.</source>
   <translation>录音已导入。请朗读下面的同意声明，或把它的录音拖到这里。</translation>
  </message>
 </context>
 <context>
  <name>TalkController</name>
  <message>
   <source>There is no voice to talk with yet: record or import one first.</source>
   <translation>还没有可以用来说话的声音：请先录制或导入一个。</translation>
  </message>
 </context>
 <context>
  <name>TalkOptionsDialog</name>
  <message>
   <source>Talk options</source>
   <translation>交谈选项</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>高对比度</translation>
  </message>
  <message>
   <source>Keep the window above all others</source>
   <translation>窗口始终置顶</translation>
  </message>
  <message>
   <source>Speak each word as soon as it is typed</source>
   <translation>每打完一个词就读出来</translation>
  </message>
  <message>
   <source>Typing interrupts what is being said</source>
   <translation>打字时打断正在说的话</translation>
  </message>
  <message>
   <source>Keyboard</source>
   <translation>键盘</translation>
  </message>
  <message>
   <source>One switch</source>
   <translation>一个开关</translation>
  </message>
  <message>
   <source>Two switches</source>
   <translation>两个开关</translation>
  </message>
  <message>
   <source> s</source>
   <translation> 秒</translation>
  </message>
  <message>
   <source>Size of the &amp;letters</source>
   <translation>字号(&amp;L)</translation>
  </message>
  <message>
   <source>Write with a &amp;keyboard or switches</source>
   <translation>用键盘或开关输入(&amp;K)</translation>
  </message>
  <message>
   <source>Time at each &amp;place</source>
   <translation>每格停留时间(&amp;P)</translation>
  </message>
  <message>
   <source>Extra time at the &amp;first place</source>
   <translation>第一格额外停留(&amp;F)</translation>
  </message>
  <message>
   <source>&amp;Rounds before the scan stops</source>
   <translation>停止前的扫描轮数(&amp;R)</translation>
  </message>
  <message>
   <source>&amp;Ignore the switch after a press for</source>
   <translation>按下后忽略开关(&amp;I)</translation>
  </message>
 </context>
 <context>
  <name>TalkPage</name>
  <message>
   <source>Voice</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>What you want to say</source>
   <translation>您想说的话</translation>
  </message>
  <message>
   <source>Type, then press Enter.</source>
   <translation>打字，然后按回车键。</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Say it</source>
   <translation>说出来</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <source>Stop speaking</source>
   <translation>停止说话</translation>
  </message>
  <message>
   <source>Again</source>
   <translation>再说一遍</translation>
  </message>
  <message>
   <source>Say the last sentence again</source>
   <translation>把上一句再说一遍</translation>
  </message>
  <message>
   <source>Chime</source>
   <translation>提示音</translation>
  </message>
  <message>
   <source>Play a sound that asks others to wait</source>
   <translation>播放提示音，请别人稍等</translation>
  </message>
  <message>
   <source>Options…</source>
   <translation>选项…</translation>
  </message>
  <message>
   <source>Text size, words, switches</source>
   <translation>字号、逐词朗读、开关</translation>
  </message>
  <message>
   <source>On top</source>
   <translation>置顶</translation>
  </message>
  <message>
   <source>Keep the window above all others</source>
   <translation>窗口始终置顶</translation>
  </message>
  <message>
   <source>Volume of the speech</source>
   <translation>说话音量</translation>
  </message>
  <message>
   <source>There is no voice to talk with yet: record or import one first.</source>
   <translation>还没有可以用来说话的声音：请先录制或导入一个。</translation>
  </message>
  <message>
   <source>Saying: {0}</source>
   <translation>正在说：{0}</translation>
  </message>
  <message>
   <source>A suggestion</source>
   <translation>建议</translation>
  </message>
  <message>
   <source>{0} %</source>
   <translation>{0} %</translation>
  </message>
  <message>
   <source>Talk</source>
   <translation>交谈</translation>
  </message>
  <message>
   <source>&amp;Voice</source>
   <translation>声音(&amp;V)</translation>
  </message>
  <message>
   <source>Vo&amp;lume</source>
   <translation>音量(&amp;L)</translation>
  </message>
 </context>
 <context>
  <name>TalkWindow</name>
  <message>
   <source>Timbre: Talk</source>
   <translation>Timbre：交谈</translation>
  </message>
  <message>
   <source>Speech server</source>
   <translation>语音服务器</translation>
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
  <name>TracksView</name>
  <message>
   <source>Here you see who speaks when.</source>
   <translation>这里会显示谁在什么时候说话。</translation>
  </message>
  <message>
   <source>Who speaks when</source>
   <translation>谁在什么时候说话</translation>
  </message>
  <message>
   <source>{0} at {1}: {2}</source>
   <translation>{0}，{1}：{2}</translation>
  </message>
  <message>
   <source>{0} lines by {1} speakers, {2}</source>
   <translation>{0} 句台词，{1} 个说话人，{2}</translation>
  </message>
  <message>
   <source>Click to hear from there; arrow keys choose a line, Return plays from it, + and - zoom</source>
   <translation>点击即从该处播放；方向键选择一句，回车从该句播放，+ 和 - 缩放</translation>
  </message>
 </context>
 <context>
  <name>TraitStrip</name>
  <message>
   <source>{0} than {1:.0f} % of the speakers that Timbre has learned from</source>
   <translation>比 Timbre 学过的 {1:.0f} % 的说话人{0}</translation>
  </message>
 </context>
 <context>
  <name>TraitsPlot</name>
  <message>
   <source>Pitch</source>
   <translation>音高</translation>
  </message>
  <message>
   <source>lower</source>
   <translation>更低</translation>
  </message>
  <message>
   <source>higher</source>
   <translation>更高</translation>
  </message>
  <message>
   <source>Brightness</source>
   <translation>明亮度</translation>
  </message>
  <message>
   <source>darker</source>
   <translation>更暗</translation>
  </message>
  <message>
   <source>brighter</source>
   <translation>更亮</translation>
  </message>
  <message>
   <source>Pace</source>
   <translation>语速</translation>
  </message>
  <message>
   <source>slower</source>
   <translation>更慢</translation>
  </message>
  <message>
   <source>faster</source>
   <translation>更快</translation>
  </message>
  <message>
   <source>The faint lines are the {0} speakers that Timbre has learned from.</source>
   <translation>浅色的线是 Timbre 学过的 {0} 位说话人。</translation>
  </message>
  <message>
   <source>not measured when this voice was made</source>
   <translation>制作这个声音时没有测量</translation>
  </message>
  <message>
   <source>{0:.0f} words a minute</source>
   <translation>每分钟 {0:.0f} 个词</translation>
  </message>
  <message>
   <source>{0:.0f} Hz</source>
   <translation>{0:.0f} Hz</translation>
  </message>
  <message>
   <source>{0:.0f} Hz, mostly {1:.0f} to {2:.0f} Hz ({3:.0f} semitones)</source>
   <translation>{0:.0f} Hz，大多在 {1:.0f} 到 {2:.0f} Hz（{3:.0f} 个半音）</translation>
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
   <source>made up by a computer; it comes with Timbre</source>
   <translation>由计算机合成，随 Timbre 提供</translation>
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
   <source>▮ Likeness</source>
   <translation>▮ 相似度</translation>
  </message>
  <message>
   <source>{0:.0f} %</source>
   <translation>{0:.0f}%</translation>
  </message>
  <message>
   <source>▲ Closest known speaker</source>
   <translation>▲ 最接近的已知说话人</translation>
  </message>
  <message>
   <source>{0} takes, {1:.0f} s of speech</source>
   <translation>{0} 条录音，{1:.0f} 秒语音</translation>
  </message>
  <message>
   <source>Made from</source>
   <translation>所用录音</translation>
  </message>
  <message>
   <source>Started from</source>
   <translation>起点</translation>
  </message>
  <message>
   <source>computed from the takes</source>
   <translation>由录音计算得出</translation>
  </message>
  <message>
   <source>{0}, the closest known speaker, together with the takes</source>
   <translation>最接近的已知说话人 {0}，结合录音</translation>
  </message>
  <message>
   <source>the closest known speaker, {0}</source>
   <translation>最接近的已知说话人 {0}</translation>
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
   <source>Make the voice again from its takes; this one stays until it is ready</source>
   <translation>用它的录音重新制作；新的完成之前，这个保持不变</translation>
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
   <source>Open the Speak page with this voice</source>
   <translation>用这个声音打开“朗读”页</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>对比</translation>
  </message>
  <message>
   <source>Hear it next to takes that it did not learn from, if they are on this machine</source>
   <translation>与它没有学过的录音对照着听（录音需在本机）</translation>
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
   <source>Delete the voice; you can restore it for 30 days</source>
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
   <translation>想记下的任何内容</translation>
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
   <source>How it sounds</source>
   <translation>听起来如何</translation>
  </message>
  <message>
   <source>Takes</source>
   <translation>录音</translation>
  </message>
 </context>
 <context>
  <name>VoiceOrdering</name>
  <message>
   <source>Checking your consent…</source>
   <translation>正在检查您的同意声明…</translation>
  </message>
 </context>
 <context>
  <name>VoicesController</name>
  <message>
   <source>The voice {0} was added.</source>
   <translation>已添加声音 {0}。</translation>
  </message>
  <message>
   <source>{0} was made again. You can restore the older voice for 30 days.</source>
   <translation>{0} 已重新制作。原来的声音在 30 天内可以恢复。</translation>
  </message>
  <message>
   <source>This voice was deleted: restore it with “Deleted” on the Voices page.</source>
   <translation>这个声音已被删除：请在“声音”页面用“已删除”来恢复它。</translation>
  </message>
  <message>
   <source>This is the sample voice that comes with Timbre.</source>
   <translation>This is the sample voice that comes with Timbre.</translation>
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
   <source>{0} was deleted. You can restore it for 30 days; its takes are kept.</source>
   <translation>已删除 {0}。30 天内可以恢复；它的录音会保留。</translation>
  </message>
  <message>
   <source>{0} was removed. You can restore it at any time.</source>
   <translation>已移除 {0}。您可以随时恢复它。</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>{0} was restored.</source>
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
   <source>Record sentences and make a voice from them</source>
   <translation>录制句子并用它们制作声音</translation>
  </message>
  <message>
   <source>Deleted ({0})</source>
   <translation>已删除（{0}）</translation>
  </message>
  <message>
   <source>Restore a voice that was deleted in the last 30 days</source>
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
   <source>Start recording sentences</source>
   <translation>开始录制句子</translation>
  </message>
  <message>
   <source>Hear the sample voice</source>
   <translation>听听示例声音</translation>
  </message>
  <message>
   <source>Type a text and hear it at once, in a voice that comes with Timbre</source>
   <translation>输入文字，立即用 Timbre 自带的声音听到</translation>
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
   <translation>先随便看看</translation>
  </message>
  <message>
   <source>Go to the voices</source>
   <translation>去看声音</translation>
  </message>
  <message>
   <source>Everything stays on this machine: no account, nothing is sent anywhere.</source>
   <translation>一切都留在这台电脑上：没有账户，也不向任何地方发送内容。</translation>
  </message>
  <message>
   <source>No account. Texts and takes are sent to the speech server {0}, and nowhere else.</source>
   <translation>没有账户。文字和录音会发送到语音服务器 {0}，此外不会发送到任何地方。</translation>
  </message>
  <message>
   <source>Welcome to Timbre</source>
   <translation>欢迎使用 Timbre</translation>
  </message>
  <message>
   <source>Lend Timbre your voice, and it reads any text aloud the way you would.</source>
   <translation>把您的声音借给 Timbre，它就能像您一样朗读任何文字。</translation>
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
   <source>Wait a moment</source>
   <translation>稍等片刻</translation>
  </message>
  <message>
   <source>Timbre learns your voice: half a minute with a good graphics card, a few minutes without.</source>
   <translation>Timbre 学习您的声音：有好的显卡只要半分钟，没有则需几分钟。</translation>
  </message>
  <message>
   <source>Speak</source>
   <translation>朗读</translation>
  </message>
  <message>
   <source>Type anything, hear it at once, and save it as a sound file.</source>
   <translation>输入任何文字，马上就能听到，还能存成声音文件。</translation>
  </message>
 </context>
 <context>
  <name>WelcomeRoute</name>
  <message>
   <source>Hello! This is the sample voice. Type anything here, and press Speak.</source>
   <translation>Hello! This is the sample voice. Type anything here, and press Speak.</translation>
  </message>
 </context>
 <context>
  <name>WordsController</name>
  <message>
   <source>pronunciation of “{0}”</source>
   <translation>“{0}”的发音</translation>
  </message>
  <message>
   <source>Record or import a voice first.</source>
   <translation>请先录制或导入一个声音。</translation>
  </message>
  <message>
   <source>“{0}” is pronounced this way from now on.</source>
   <translation>从现在起这样读“{0}”。</translation>
  </message>
  <message>
   <source>“{0}” is pronounced as before.</source>
   <translation>“{0}”恢复原来的读法。</translation>
  </message>
 </context>
</TS>
