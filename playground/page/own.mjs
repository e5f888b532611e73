// "Your own program": an editor, the compiler in one worker, the program in another.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { Output, run } from './output.mjs';

const part = (id) => document.getElementById(id);
const say = (text) => (part('status').textContent = text);
const list = await (await fetch('own/toolchain.json')).json();
const groups = await (await fetch('own/examples.json')).json();
const output = new Output(part('output')), megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
let builder = null, stop = null, loading = null, example = null, wait = null;

// ---- The editor

// Colours of the page's style sheet: a contrast that can be read in both themes.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.processingInstruction], color: 'var(--code-word)' },
  { tag: [tags.string, tags.number, tags.bool, tags.character], color: 'var(--code-value)' },
  { tag: tags.comment, color: 'var(--faint)' },
]);
const look = EditorView.theme({ '&': { color: 'var(--text)', backgroundColor: 'var(--back)', fontSize: '.875rem' }, '.cm-scroller': { fontFamily: 'ui-monospace, monospace' }, '.cm-gutters': { color: 'var(--faint)', backgroundColor: 'var(--panel)', borderColor: 'var(--line)' }, '.cm-content': { caretColor: 'var(--text)' }, '.cm-cursor': { borderColor: 'var(--text)' }, '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' }, '.cm-tooltip, .cm-panels': { color: 'var(--text)', backgroundColor: 'var(--panel)' } });
// Tab leaves the editor, so that all of the page can be reached by keys.
const setup = [lineNumbers(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), indentOnInput(), keymap.of([...defaultKeymap, ...historyKeymap]), EditorView.lineWrapping];
const editor = new EditorView({ parent: part('editor') });
function edit(text) {
  editor.setState(EditorState.create({ doc: text, extensions: [setup, cpp(), syntaxHighlighting(colours), look, EditorView.contentAttributes.of({ 'aria-label': 'The program', tabindex: '0' }), EditorView.updateListener.of((update) => update.docChanged && keep())] }));
}
const text_now = () => editor.state.doc.toString();

// What was typed survives a reload of the page.
const place = 'cuda-by-chapter-program';
function keep() {
  try {
    localStorage.setItem(place, JSON.stringify({ example: example.name, text: text_now() }));
  } catch {
    // A browser that keeps nothing.
  }
}
function kept() {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

function show(name, text) {
  example = groups.flatMap(({ examples }) => examples).find((one) => one.name === name) ?? groups[0].examples[0];
  part('example').value = example.name;
  edit(text ?? example.sources[example.shown]);
}

function mark(messages) {
  const found = part('messages').querySelector('ul');
  part('messages').hidden = messages.length === 0;
  found.replaceChildren(...messages.map(({ kind, text }) => {
    const item = document.createElement('li');
    item.className = kind;
    item.append(text);
    return item;
  }));
  const { doc } = editor.state;
  const here = messages.filter(({ file, line }) => file === example.shown && line <= doc.lines);
  editor.dispatch(setDiagnostics(editor.state, here.map(({ line, kind, text }) => {
    const { from, to } = doc.line(line);
    return { from, to, severity: kind === 'note' ? 'info' : kind, message: text };
  })));
}

// ---- The compiler

// Resolves to its answer. Rejects if it fails, or is stopped.
function ask(message, loads = () => {}) {
  return new Promise((answer, reject) => {
    builder ??= new Worker('builder.mjs', { type: 'module' });
    wait = reject;
    builder.onmessage = ({ data }) => {
      if (data.kind === 'loads') loads(data.bytes);
      else if (data.kind === 'failed') reject(new Error(data.reason));
      else answer(data);
    };
    builder.onerror = (event) => reject(new Error(event.message));
    builder.postMessage(message);
  });
}
function end_builder() {
  builder?.terminate();
  builder = null;
  loading = null;
  wait?.(new Error('stopped'));
}
async function load_all() {
  const { bytes } = await ask({ kind: 'missing', list });
  say(bytes ? `Loading the compiler, ${megabytes(bytes)} …` : 'Starting the compiler …');
  await ask({ kind: 'load', list }, (loaded) => say(loaded < bytes ? `Loading the compiler: ${megabytes(loaded)} of ${megabytes(bytes)} …` : 'Starting the compiler …'));
  say('The compiler is ready.');
}
const load = () => (loading ??= load_all());

async function start() {
  const begin = performance.now(), sources = { ...example.sources, [example.shown]: text_now() };
  const done = () => {
    stop = null;
    part('run').disabled = false;
    part('stop').disabled = true;
    part('run').textContent = 'Run';
  };
  output.clear();
  mark([]);
  part('run').disabled = true;
  part('stop').disabled = false;
  stop = end_builder;
  try {
    await load();
    say('Compiling …');
    const { program, symbols, messages, seconds } = await ask({ kind: 'build', sources, main: example.main, objects: example.objects });
    mark(messages);
    window.lastBuild = { seconds, total: (performance.now() - begin) / 1000 };
    if (!program) {
      const errors = messages.filter(({ kind }) => kind === 'error').length;
      say(`It does not compile: ${errors} error${errors === 1 ? '' : 's'}.`);
      return done();
    }
    const compiled = `Compiled in ${window.lastBuild.total.toFixed(1)} s. `;
    stop = run({ compiled: { program, beside: { symbols } }, options: [] }, output, (text) => say(compiled + text), done);
  } catch (error) {
    say(error.message === 'stopped' ? 'Stopped.' : `The compiler failed: ${error.message}`);
    end_builder();
    done();
  }
}

part('run').addEventListener('click', () => !stop && start());
part('stop').addEventListener('click', () => stop?.());
part('example').addEventListener('change', ({ target }) => {
  window.history.replaceState(null, '', `?program=${target.value}`);
  mark([]);
  show(target.value);
  keep();
});
addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !stop) {
    event.preventDefault();
    start();
  }
}, { capture: true });

for (const { label, examples } of groups) {
  const group = document.createElement('optgroup');
  group.label = label;
  group.append(...examples.map(({ name, title }) => new Option(title, name)));
  part('example').append(group);
}
const asked = new URLSearchParams(location.search).get('program'), before = kept();
if (before && (!asked || asked === before.example)) show(before.example, before.text);
else show(asked);
const { bytes } = await ask({ kind: 'missing', list });
part('run').disabled = false;
if (bytes) {
  part('run').textContent = `Load the compiler (${megabytes(bytes)}) and run`;
  say('The compiler is loaded once, and kept by this browser: after that the page works offline.');
} else {
  load().catch((error) => !stop && say(`The compiler cannot be loaded: ${error.message}`));
}
navigator.serviceWorker?.register('offline.mjs', { type: 'module' }).catch(() => {});
