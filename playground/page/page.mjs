// The page: a lesson's options as fields, its program in a worker, and what the program prints.
const part = (id) => document.getElementById(id);
const lessons = await (await fetch('lessons.json')).json();
let worker = null, watch = 0;

// ---- Options

function field(option) {
  const id = `option${option.name}`, row = document.createElement('p');
  row.className = option.type === 'flag' ? 'field flag' : 'field';
  const label = document.createElement('label'), hint = document.createElement('span');
  label.htmlFor = id;
  label.textContent = option.name;
  hint.className = 'hint';
  hint.id = `${id}-hint`;
  hint.textContent = option.text;
  const input = document.createElement(option.choices ? 'select' : 'input');
  input.id = id;
  input.dataset.option = option.name;
  input.setAttribute('aria-describedby', hint.id);
  if (option.choices) {
    input.append(new Option('(default)', ''), ...option.choices.map((choice) => new Option(choice, choice)));
  } else if (option.type === 'flag') {
    input.type = 'checkbox';
    label.append(' ', hint);
    row.append(input, label);
    return row;
  } else if (/INT/.test(option.type)) {
    input.type = 'number';
    [input.min, input.max] = option.range ?? [0, ''];
  } else {
    input.type = 'text';
    input.inputMode = option.default === undefined ? 'text' : 'decimal';
    input.placeholder = option.default ?? '';
  }
  label.append(' ', hint);
  row.append(label, input);
  if (option.default > 0) row.append(slider(option, input));
  return row;
}

// From a sixteenth to four times the default, by factors of two.
function slider(option, input) {
  const range = document.createElement('input');
  Object.assign(range, { type: 'range', min: -4, max: 2, step: 1, value: 0 });
  range.setAttribute('aria-label', `${option.name}, as a multiple of the default`);
  range.addEventListener('input', () => {
    const value = option.default * 2 ** Number(range.value);
    input.value = option.whole ? Math.max(1, Math.round(value)) : value;
  });
  return range;
}

function optionsGiven() {
  const given = [];
  for (const input of document.querySelectorAll('[data-option]')) {
    if (input.type === 'checkbox') {
      if (input.checked) given.push(input.dataset.option);
    } else if (input.value !== '') {
      given.push(input.dataset.option, input.value);
    }
  }
  return given;
}

function show(name) {
  const lesson = lessons.find((one) => one.name === name) ?? lessons[0];
  part('lesson').value = lesson.name;
  part('title').textContent = lesson.title;
  part('fields').replaceChildren(...lesson.options.map(field));
  part('options').hidden = lesson.options.length === 0;
  document.title = `${lesson.name}: CUDA by Chapter in the browser`;
}

// ---- Output: collected, and shown once per frame

let pending = [];
function put(stream, text) {
  if (pending.push({ stream, text }) > 1) return;
  requestAnimationFrame(() => {
    const output = part('output'), atEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 8;
    for (const { stream, text } of pending) {
      const last = output.lastElementChild;
      if (last?.dataset.stream === String(stream)) {
        last.append(text);
      } else {
        const piece = document.createElement('span');
        piece.dataset.stream = stream;
        if (stream === 2) piece.className = 'error';
        piece.append(text);
        output.append(piece);
      }
    }
    pending = [];
    if (atEnd) output.scrollTop = output.scrollHeight;
  });
}

// ---- Running

const say = (text) => (part('status').textContent = text);
function finish(text) {
  clearInterval(watch);
  worker?.terminate();
  worker = null;
  part('run').disabled = false;
  part('stop').disabled = true;
  say(text);
}

const meaning = { 0: '', 1: ': a result is wrong', 2: ': it does not take these options', 3: ': a CUDA call failed', 77: ': this device lacks what it needs', 139: ': host code accessed memory that it may not', 134: '' };
function start() {
  const begin = performance.now(), name = part('lesson').value;
  part('output').replaceChildren();
  part('run').disabled = true;
  part('stop').disabled = false;
  say('Loading …');
  worker = new Worker('worker.mjs', { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data.kind === 'starts') {
      say(`Running (${Math.round(data.bytes / 1000)} kB loaded) …`);
      watch = setInterval(() => {
        const seconds = Math.round((performance.now() - begin) / 1000);
        say(`Running for ${seconds} s …${seconds >= 10 ? ' If a loop of the program never ends, Stop ends it.' : ''}`);
      }, 1000);
    } else if (data.kind === 'output') {
      put(data.stream, data.text);
    } else if (data.kind === 'failed') {
      finish(`Could not run: ${data.reason}`);
    } else if (data.trap) {
      finish(`The program stopped: ${data.trap}.`);
    } else {
      finish(`Ended after ${data.seconds.toFixed(2)} s with status ${data.status}${meaning[data.status] ?? ''}.`);
    }
  };
  worker.onerror = (event) => finish(`Could not run: ${event.message}`);
  worker.postMessage({ lesson: name, options: optionsGiven() });
}

part('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!worker) start();
});
part('stop').addEventListener('click', () => finish('Stopped.'));
part('lesson').addEventListener('change', ({ target }) => {
  history.replaceState(null, '', `?lesson=${target.value}`);
  show(target.value);
});

for (const chapter of new Set(lessons.map((lesson) => lesson.chapter))) {
  const group = document.createElement('optgroup');
  group.label = chapter.replace(/^ch(\d+)_/, (_all, number) => `Chapter ${Number(number)}: `).replaceAll('_', ' ');
  group.append(...lessons.filter((lesson) => lesson.chapter === chapter).map(({ name }) => new Option(name, name)));
  part('lesson').append(group);
}
show(new URLSearchParams(location.search).get('lesson') ?? 'hello');
