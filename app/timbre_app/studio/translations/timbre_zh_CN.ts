<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
 <context>
  <name>AboutDialog</name>
  <message>
   <source>About Timbre</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Timbre {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A voice-cloning studio on your own machine.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Free software under the GNU General Public License, version 3 or later; it comes without any warranty.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Parts and their licences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close this window</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>CloneController</name>
  <message>
   <source>Making {0}: {1} %, {2} left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making {0}…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice could not be made</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ClonePanel</name>
  <message>
   <source>Progress of the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop; the takes and what was learned are kept, to go on later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take it as it is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop learning and make the voice of what was learned so far</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back to the takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go back to the sentences; the voice goes on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Try again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on where it stopped</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare it with you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hear your own takes beside the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak with it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Try the new voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making the voice {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sending the takes to the speech server.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making the voice of what was learned so far</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice is ready.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice could not be made.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading the takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measuring the takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking for the nearest speaker</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Learning the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Comparing the voice with yours</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Starting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loss on held-out takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Elapsed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Time left</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ControlSlider</name>
  <message>
   <source>{0}: double-click for the voice's own</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Dialogs</name>
  <message>
   <source>Rename the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>New name:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete the voice “{0}”?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This cannot be undone. The recordings it was made of are kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is already a voice “{0}”. Make it anew?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The new voice takes its place; until it is ready, the old one stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Make it anew</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Import a voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export the speech</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts (*.txt *.csv *.tsv)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts to speak: one a line, or a table with a column “text”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A folder for {0} sound files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Timbre voices (*{0})</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ExportDialog</name>
  <message>
   <source>Export the speech</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Format</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sample rate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;One file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One file for each &amp;sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>S&amp;RT</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Web&amp;VTT</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose the file…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Usual</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>32-bit float</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} bit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.5g} kHz</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As it was made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Format</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Encoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sample &amp;rate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Subtitles</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each file says in its metadata that it is synthetic speech.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>HelpController</name>
  <message>
   <source>Voices</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Settings and privacy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All keys</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>When something fails</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>**The base model and the example takes** are Timbre's own; what they were made from:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>**Methods**: FastPitch (Łańcucki 2021), HiFi-GAN (Kong et al. 2020).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>**Packages**</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>HelpDialog</name>
  <message>
   <source>Help</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Topics</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Help text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LevelMeterBar</name>
  <message>
   <source>Microphone level</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Microphone level in dBFS; speak so that the peaks reach the marked zone, −24 to −6</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>silence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.0f} dBFS</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>clipping</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LikenessScale</name>
  <message>
   <source>Likeness</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>somebody else</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the person</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>LossPlot</name>
  <message>
   <source>The curves appear when the voice begins to learn.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loss over the steps</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {0}: loss {1:.3f}, held out {2:.3f}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>takes it learns from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>held-out takes</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MainWindow</name>
  <message>
   <source>Timbre</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speech server</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the voice that is being made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Voices</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voices you have</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record sentences and make a voice of them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Have a voice speak your text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Theme, sound, speech server, privacy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Help</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Help for this screen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>About Timbre</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Version, licence and parts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancelled; the takes are kept.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MessageBar</name>
  <message>
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close the message</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Do it</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MicrophoneBar</name>
  <message>
   <source>Microphone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look for microphones again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>silence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>quiet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>loud</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>too loud</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>MicrophoneController</name>
  <message>
   <source>The microphone “{0}” was plugged in.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The microphone “{0}” was plugged in: choose it to use it.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>PromptText</name>
  <message>
   <source>Missed: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Added: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence to read: {0}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ProsodyView</name>
  <message>
   <source>Pitch and timing of the sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Drag a dot for pitch, a line for length; keys: ←→ choose, ↑↓ pitch, + − length, Delete resets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} Hz</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0}: {1:.0f} Hz, {2:+.1f} semitones, {3:.0f} ms, {4:.2f} times as long</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RecordController</name>
  <message>
   <source>A take that was interrupted was kept ({0:.1f} s): listen to it, or redo it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The computer was too busy and lost some sound: listen to the take, and redo it if it skips.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No take yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Press Space and read the sentence aloud.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking at the take…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Comparing the words…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You keep this take against the advice.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Good. Press → for the next sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record your consent first: it is the first sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your consent could not be understood: record the first sentence again, as it stands.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your consent is checked once the speech server is up; then make the voice.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Checking your consent; the voice is made right after.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RecordRoomPanel</name>
  <message>
   <source>Measure the room</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Listen to five seconds of silence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record the sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hear myself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play the microphone; wear headphones, or it will howl</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measuring the room</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Please be silent for five seconds…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Microphone and room</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your microphone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Say a few words as loud as you will read: the line should stand in the marked zone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your room</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Be silent for five seconds; Timbre measures how much noise there is.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RecordSessionPanel</name>
  <message>
   <source>Voice: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Voice: {0}, read by {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence {0} of {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your consent, read aloud</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Skip</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} takes: {1} more until you can make the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} takes: enough to begin, {1} is better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} takes: ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop recording</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.1f} s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Waveform of the take</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Start and stop recording</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Throw away what is being recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play the take</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Redo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record again; the old take stays until the new one is done</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Previous</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the sentence before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the sentence after; skip this one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep it anyway</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Use this take for the voice against the advice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Make the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Make a voice of the takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Other voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave; the takes are kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count down</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count three seconds before a take begins (C)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop when I fall silent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A take ends by itself after the sentence (A)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Smaller letters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Larger letters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Check the room</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Try the microphone, measure the noise</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RecordStartPanel</name>
  <message>
   <source>For example: Maria</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Name of the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>My own voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Somebody else's, who agrees</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whose voice it is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Name of the person who reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>English</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Begin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Begin to record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Import recordings…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Make the voice of recordings that exist</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Recordings made before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on with the chosen recordings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0}: {1} takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the voice is made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} are not in the voice yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on where you stopped, or add takes to a voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A new voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You read about 20 sentences aloud; Timbre checks each one and then makes a voice of them. The first sentence says that you agree. Nothing leaves this machine.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Person</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Name of the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Whose voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You have recordings already? Import them, or drop them here.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>RoomController</name>
  <message>
   <source>The microphone does not answer: choose another one, or look again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No sound at all arrives: see that the microphone is not muted and the right one is chosen.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The room is quiet ({0} dBFS): go ahead.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is some noise ({0} dBFS), which will do: shutting windows and moving away from fans makes a better voice.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The room is too noisy ({0} dBFS): switch off fans, shut the windows, come closer to the microphone and turn it down, or take another room. Then measure again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It was not silent all the time ({1} dBFS at the loudest): be still and measure again.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SentenceController</name>
  <message>
   <source>pitch and timing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reset of pitch and timing</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SentencePanel</name>
  <message>
   <source>Speak the sentence with the cursor first; its melody and timing then appear here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset the sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take back all changes of this sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Drag a dot up or down for pitch, a line sideways for length.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>Sentences</name>
  <message>
   <source>microphone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>loudspeaker</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>fair</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>poor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no folder {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} holds no takes: put {1} and {2}/ there, or recordings with .txt files.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two takes have the id {0}: give each its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The archive of takes has no {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The archive of takes is broken: send it again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is not UTF-8 text: save it as UTF-8.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Line {0} of {1} is not `id|text`: {2}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Line {0} of {1} has an id that cannot name a file: {2}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0}/{1}.wav is missing, which line {2} of {3} names.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} has no {1} beside it with the words that are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is empty: write the words that are read in {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename {0}: its name has characters that other systems refuse.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The archive of takes is too large.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The archive of takes holds something that is no take: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} holds no sound: record it again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is damaged: record it again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is not a sound file that can be read: record it again or convert it to WAV</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} samples are too few for a mel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} changes of pitch and timing do not fit {1} phonemes: reset the sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing was heard: check that the right microphone is chosen and not muted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This was recorded at {0} Hz, which sounds dull: use 22,050 Hz or more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The beginning seems to be cut off: wait a moment before you speak.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is longer than {0} s: read one sentence a take.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is too short for its sentence: read all of it, a little more slowly.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The take holds no sound: record it again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heard beside the sentence: {0}. Read it as it stands.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is too quiet to use: come closer to the microphone or turn it up.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is far too loud and distorted: turn the microphone down.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice does not stand out from the noise: find a quieter place.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The end seems to be cut off: wait a moment before you stop.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is too short to use: read the whole sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This does not sound like the sentence: read it as it stands.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not heard: {0}. Read the sentence once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is quiet: come closer to the microphone or turn it up.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loud moments are distorted: turn the microphone down a little.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is much noise: find a quieter place or come closer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A voice needs a name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The name of a voice may have at most {0} characters.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The name {0} cannot be used: leave out slashes, and dots at its beginning.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The name {0} cannot be used: it has characters that cannot be shown.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is no voice: it is larger than {1} bytes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is no voice, or only a part of one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} was made by a newer version of Timbre: update Timbre to use it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} was made by another version of Timbre (format {1}, this one reads {2}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It does not hold the tensors of a voice.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its tensors do not fit together.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice's pitch statistics are not numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice takes {0} bytes; a voice may have at most {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is no voice of Timbre.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its tensor {0} has the wrong shape or type.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its tensor {0} has values that are not numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is a broken voice: its numbers cannot be read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is a broken voice: {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is a broken voice: its description is incomplete.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice could not be written to {0}: {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice {0} cannot be read: {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to speak in this text: it has no words or numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to speak: the text is empty.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The lexicon {0} cannot be read: {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Line {0} of the lexicon {1} is not a word, a tab and its IPA.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The lexicon entry for {0} has no pronunciation that can be spoken.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} has no texts to speak.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} has no column named “text”: name it in the first line.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Line {0} of {1} has {2} as its {3}, which is not a number.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server failed: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server's model {0} stopped; try again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server does not answer; it may just be starting again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The request was cancelled.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to speak in this text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The clone made no progress for {0} s.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no speech server at {0}, or it has no models of Timbre.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server sent nothing.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The server ended the clone without a voice; try again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is left out: {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>None of the {0} takes can be used: {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The takes hold {0} s of speech in {1} recordings{2}: record at least {3} s in {4}, better twenty sentences.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The clone was cancelled; its progress is kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice cannot be brought back: it was removed for good.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice {0} cannot be deleted: {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Voice files can be opened by double click on Linux only; use Import here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The desktop's folder cannot be written: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The recording stopped, {0}: {1}, then record the sentence again; what was saved is kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The {0} “{1}” is not plugged in: choose another one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No {0} was found: plug one in, then choose Look again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The microphone went away, the take so far is kept: plug it in again, or choose another one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sound library PortAudio is missing: install libportaudio2.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The system's sound service does not answer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The {0} “{1}” cannot be opened: is another program using it?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The microphone “{0}” cannot be opened: is another program using it?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No microphone is open: choose one first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No take is being recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The loudspeaker “{0}” cannot be opened: is another program using it?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The take cannot be saved: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cannot write {0}: choose a name that ends in .wav, .flac, .ogg, .opus or .mp3.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no encoding {0}: choose {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A {0} file cannot hold {1}: choose another of the two.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sample rate {0} is out of range: choose 8000 to 192000 Hz.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} cannot have {1} Hz: choose {2} or {3}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no voice named {0}; {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is already a voice named {0}: choose another name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} exists already: choose another name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voices in {0} cannot be read: {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice could not be saved in {0}: {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There are no prompts in {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The prompts cannot be read: {0} ({1}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The recordings folder cannot be made: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The recordings in {0} were made by a newer Timbre: update this one to open them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The recordings in {0} cannot be opened.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The session cannot be saved: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The export was stopped.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server was silent for {0} s.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cannot write {0}: choose a name that ends in .srt or .vtt.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} cannot be read: choose a WAV, FLAC, OGG or MP3 file that plays elsewhere.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The notes could not be saved: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A pronunciation is for one word: select a single word.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server's files could not be written to {0} ({1}); free some space there or set XDG_CACHE_HOME to another folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server crashed {0} times; see {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server's keeper ended at once; {0}/keeper.log says why.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server did not start in {0} s; see {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server (process {0}) did not stop; end it by hand.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Another program has been starting the speech server for too long; try again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder {0} cannot be used ({1}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server's models were not found in {0}; reinstall Timbre.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is not a port; use a number from 1 to 65535.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>TIMBRE_SERVER_GRACE_S is {0}; it must be a number of seconds.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Port {0} on {1} is already taken by another program; choose another port.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Port {0} may only be used by the system's administrator; choose one above 1023.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is not an address of this machine; use 127.0.0.1 or 0.0.0.0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server was not ready after {0} s.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server ended while starting (exit code {0}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server could not load its model {0}: {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The shared memory in {0} is too small for the speech server: {1} MB free, {2} MB needed; enlarge it (`mount -o remount,size=1G {3}`; in Docker, --shm-size=1g).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server needs shared memory and {0} does not exist.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Timbre's own speech server runs on Linux only; start it in WSL2 or on another machine and set TIMBRE_SERVER_URL to its address.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server needs glibc {0}.{1} or newer (Debian 12, Ubuntu 22.04) and this system has {2}; set TIMBRE_SERVER_URL to a server elsewhere.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server is not installed; run `pip install --no-deps nvidia-pytriton==0.7.0`.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The installed nvidia-pytriton {0} does not contain the server; reinstall it with `pip install --force-reinstall --no-deps nvidia-pytriton==0.7.0`.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server has no support for Python {0}; use Python 3.11.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no python3 beside {0}; create Timbre's environment anew.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server needs {0}, which is missing; install it with `sudo apt-get install libpython{1}` or use a Python built with --enable-shared.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is not a take that Timbre recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The words are compared once the speech server is up.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} likeness. {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The take {0} cannot be played: it is missing or broken.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This voice is not here any more: another program has deleted it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Comparing the voice with the takes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The clone was stopped; resume it to go on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking for the nearest speaker</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The takes hold {0} s of speech in {1} usable recordings; a voice needs at least {2} s in {3}: record more sentences. {4}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is not the id of a clone; use letters, digits, hyphens and underscores.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The clone's options cannot be used ({0}); known are {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It sounds like the person.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It is close to the person: ten more takes in the same quiet place would bring it closer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It does not sound like the person yet: check the takes for noise and wrong words, and record more.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>ServerController</name>
  <message>
   <source>Speech server: starting…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speech server: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speech server: not running</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SettingsController</name>
  <message>
   <source>Close Timbre and open it again to see the change.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The server is at {0}; its own log says what it computes with.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Engine: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>GPU: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No NVIDIA GPU was found: the processor computes, and a clone takes minutes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Address: {0}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Voices</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your voices, their tags and notes; deleted ones for 30 days.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Recordings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every take that you recorded, and your consent.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speech</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What was spoken on the Speak page, to be heard again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>These settings and the place of the window.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Logs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What went wrong, to be read when something does; no sound.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A double click on a voice file opens it in Timbre from now on.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SettingsPage</name>
  <message>
   <source>Settings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Connect again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let go of the speech server and start or find it anew</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open them with Timbre</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Have the desktop open voice files with this program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The system's choice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>⚠ You use the speech server {0}: texts, takes and voices are sent to it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>✓ The speech server runs on this machine: nothing that you record or write leaves it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show {0} in the file manager</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>General</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sound</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speech server</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Privacy and folders</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A double click on a .timbre file then imports the voice.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Voice files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Timbre has no account, sends no statistics, shows no advertisements and does not look for updates.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A voice belongs to a person. The statement of consent is recorded first and kept with the takes and the voice; files that Timbre exports say in their metadata that they are synthetic speech.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is stored, and where:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>To move all of it, close Timbre, move the folder, and set TIMBRE_HOME to its new place. To remove all of it, delete the folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Counts when Timbre is opened again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>On</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>localhost:8001</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose another folder</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SettingsTable</name>
  <message>
   <source>Theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light letters on dark, dark on light, or as the desktop has it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the desktop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Makes all letters of the window smaller or larger.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of the window; voices speak the language of their takes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Folder for exports</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where the dialogs begin that save speech and voices.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Microphone</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What takes are recorded with.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loudspeaker</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What takes and speech are played with, from the next sound on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count down before a take</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Three seconds to get ready.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>End a take on silence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stops when you have read the sentence and fallen silent.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Address of the speech server</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Empty: Timbre starts one on this machine. Otherwise host:port of one that you trust; your takes and texts are sent to it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Computes with</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>For the server on this machine. Choose the processor if the GPU is wanted elsewhere.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The GPU if there is one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The processor (ONNX Runtime)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The GPU (PyTorch)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SpeakController</name>
  <message>
   <source>There is nothing to speak: type a text first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asking for speech…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>change of {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>choice of the voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>settings of a sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speaking</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speaking.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0}; the first sound came after {1:.0f} ms.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Spoken</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Spoken.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The speech server stopped answering: choose Go on to speak from there once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Paused.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stopped.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not spoken yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>being made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spoken</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>changed since it was spoken</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>could not be spoken</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence {0}: {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.1f} s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>own settings (pace {0:g}, pitch {1:+g} st, energy {2:+g} dB)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pitch or timing edited</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pace</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pitch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Energy</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SpeakExportController</name>
  <message>
   <source>Saving {0}…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saving: sentence {0} of {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved {0} ({1:.1f} s).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved {0} files in {1} ({2:.1f} s).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Batch: {0} texts…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Batch: {0} of {1} texts spoken</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saved {0} files in {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} of {1} texts could not be spoken; the first is line {2}: {3}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stopped; no half-written file is left.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>SpeakPage</name>
  <message>
   <source>Voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text to speak</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type or paste what the voice should say.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pace</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pitch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> st</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Energy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> dB</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is spoken appears here while it is made.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record or import a voice first: there is none to speak with.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pause</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Redo: {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Redo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak the text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pause, or go on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fall silent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak this sentence anew, as the controls stand now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Repeat</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Repeat what is chosen, or everything</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pitch and timing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Change the melody and length of single sounds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>History…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What was spoken before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pronunciation…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Teach how the selected word is spoken</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the speech as a sound file, with subtitles if you like</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Batch…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak many texts from a file into many sound files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Voice</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TakeController</name>
  <message>
   <source>Recording…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read the sentence aloud; the take ends when you fall silent.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read the sentence aloud, then press Space.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Recording begins in {0}…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Be still for a moment…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saving the take…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>That was too short to be a take: press Space, then read the sentence.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TakeStrip</name>
  <message>
   <source>All sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} of {1} sentences recorded, {2} to record again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not recorded yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>recorded, the words are not compared yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>good</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>usable, could be better</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>should be recorded again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>kept against the advice</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>TrackView</name>
  <message>
   <source>Spoken sound</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to hear from there, drag to choose what to repeat; arrow keys move by a second</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} of {1}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, repeating {0} to {1}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VoiceDetailPanel</name>
  <message>
   <source>{0}  ({1:.1f} s)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play take</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>came with Timbre</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>⚠ {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>● Likeness</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.0f} %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>❙ Speaker it started from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.1f} % of characters misheard</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clearness</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} takes, {1:.0f} s of speech</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Made of</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Made in</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0:.0f} s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Consent</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{0}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play sample</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak one sentence in this voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak with it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to Speak with this voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rename…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Give the voice another name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Duplicate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy the voice under another name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Export…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the voice with its tags and notes as one file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete the voice; it can be brought back for 30 days</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>For example: warm, audiobook</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tags, with commas between them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Anything to remember about this voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes of this voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play the chosen take</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show the recordings in the file manager</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&amp;Tags</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>N&amp;otes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Report</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VoicesController</name>
  <message>
   <source>The voice {0} was added.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is {0}, a voice made with Timbre.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is a copy of {1}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} was deleted. It can be brought back for 30 days; its takes are kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{0} is back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The voice was saved as {0}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>VoicesPage</name>
  <message>
   <source>Voices</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Import…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add a voice from a file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record a new voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record sentences and make a voice of them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Deleted voices</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bring back a voice that was deleted in the last 30 days</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bring back {0} (deleted {1})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Deleted voices ({0})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play sample</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>⚠ {0}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All tags</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search in names, tags and notes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Search in names, tags and notes (Ctrl+F)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear the search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Only voices with this tag</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No voice matches the search.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no voice here yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record about 20 sentences, and Timbre makes a voice of them on this machine.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WaveformView</name>
  <message>
   <source>Waveform</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>WelcomePage</name>
  <message>
   <source>Make my voice</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Begin to record sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>I have a voice file…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Import a voice that was made elsewhere</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Look around first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the voices</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Welcome to Timbre</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Give Timbre your voice, and it reads any text aloud with it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Record</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read about 20 sentences aloud. It takes five minutes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Wait a little</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Timbre learns your voice: half a minute with a good GPU, some minutes without.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speak</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Write a text, hear it at once, and save it as a file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All of it happens on this machine: no account, and nothing is sent anywhere.</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
