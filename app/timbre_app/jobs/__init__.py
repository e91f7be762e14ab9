"""Jobs: long work that goes on without the program that ordered it, one queue for window, command line and API.

```
window ─┐                                 ┌─ runner: a process of its own, one at a time (process.py, runner.py)
timbre ─┼─ JobQueue ── jobs.sqlite (WAL) ─┤   plan ▶ sentence ▶ sentence ▶ … ▶ write ▶ goal
API ────┘  submit, get, cancel, resume    └─ jobs/ID/clips: a sound a sentence; a job that broke off goes on there
```

A job is a kind, parameters and a state (`job.Job`). Whoever submits one calls `JobOffice.submit`, which also starts the
runner unless one runs. The runner takes one job after the other, asks the server for one sentence at a time, behind all
live speech, and ends when the queue is empty. If it is killed, the next program that looks at the queue starts another.

**A kind of job** is a module with one function, and its line in `kinds.KINDS`:

    def plan(parameters: Mapping[str, Any]) -> Plan | Work

- `parameters` are plain JSON values, which the kind defines; texts among them are private and go with the job. `plan`
  raises an InputError of one sentence where they make no sense. It is called when the job is submitted and each time
  that a runner takes the job up. It must be quick, read no files that may change, and return the same plan each time.
- `Plan(parts, lexicon, language, goes_on)`: what to speak. With `goes_on` a part that cannot be spoken is noted in
  `job.result.failed`, and the others are made; without, it ends the job.
- `Part(name, lines, write, goal)`: sentences that become files together, such as a chapter. A line is a
  `reading.sentence.SentenceRequest`, in any voice (`voice_id` is an id, a name or base:NAME); `cut_sentences` cuts a
  text into sentences. A later part may have lines of an earlier one again, such as a book in one file after its
  chapters: the same line is spoken once.
- `write(clips, folder) -> seconds` gets the `reading.clip.Clip` of each line, in order, and writes any files into an
  empty folder. Then all are delivered to the folder `goal` at once, unless the job was cancelled before; without a goal
  they stay with the job (`JobQueue.results`). It is called once all lines are spoken, and once more if the runner dies
  meanwhile. A line without words, beside others that have some, has an empty clip.

- A kind that keeps its sentences elsewhere, or does not speak single sentences, returns a `Work` instead: `do(desk)`
  does it all, with the client, the outbox and the progress of its `desk.Desk`.

`text.py` and `batch.py` are plans, and `text.part_of` writes sentences with pauses and subtitles; `book.py`,
`dialogue.py` and `ssml.py` are works.
"""
