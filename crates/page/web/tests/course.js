// A course in the arena, in real browsers: `node course.js FOLDER`, where FOLDER holds `arena.json` (see people.js),
// `course.json` with the files that people send and what nobody but teachers may read, and those files. It leaves
// `marks.csv` and `class.zip` there, as the teacher gets them.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { runAll } from './harness.js';
import { Arena, PATIENCE, inTurn } from './people.js';

/** @typedef {import('./people.js').Person} Person */
/** @typedef {{ file: string, again?: string, said: string }} Student */
/** @typedef {{ policy: string, secrets: string[], students: Student[] }} Told */

const folder = process.argv[2];
/** @type {Arena} */
let arena;
/** @type {Told} */
let told;
/** @type {{ root: Person, teacher: Person, students: Person[], course: string, assignment: string }} */
let stage;

/** @type {[string, (pages: import('./harness.js').Pages) => Promise<void>][]} */
const TESTS = [
  ['a teacher makes a course from a roster of sixty, and an assignment', setsUp],
  ['students join by links, hand in, read what it came to, and hand in again', handIn],
  ['no answer that a student gets tells more of hidden cases than the policy allows', keepsSecrets],
  ['the teacher has the class, its marks and the report', hasTheClass],
  ['the pages fit a phone, with nothing and with much on them', fits],
  ['who misses the deadline is told so', late],
];

/** @param {import('./harness.js').Pages} pages */
async function setsUp(pages) {
  arena = new Arena(pages, folder);
  told = JSON.parse(readFileSync(arena.file('course.json'), 'utf8'));
  const root = await arena.administrator();
  const teacher = await arena.organiser(root, 'teacher');
  const { tab } = teacher;
  await teacher.open('/courses');
  await tab.getByText('You teach and attend no course.').waitFor();
  await teacher.fits([['/courses', 'courses-empty']]);
  await teacher.open('/courses');
  await tab.getByLabel('Name').fill('Programming 1');
  await tab.getByRole('button', { name: 'Make it, and teach it' }).click();
  await tab.waitForURL('**/courses/*');
  const course = new URL(tab.url()).pathname;
  await teacher.fits([[course, 'course-empty']]);
  await teacher.open(course);
  await tab.getByLabel(/Or its text/).fill('name\nonly names\n');
  await teacher.refused(400, /number/, () => tab.getByRole('button', { name: 'Read it in' }).click());
  await teacher.shot('roster-refused');
  await teacher.open(course);
  await tab.getByLabel(/A CSV file/).setInputFiles(arena.file('roster.csv'));
  await tab.getByRole('button', { name: 'Read it in' }).click();
  await tab.getByText('学生60', { exact: true }).waitFor();
  stage = { root, teacher, students: [], course, assignment: '' };
  await assign(teacher, course);
}

/** Makes the assignment, first with a file that holds no cases. @param {Person} teacher @param {string} course */
async function assign(teacher, course) {
  const { tab } = teacher;
  for (const cases of ['students.zip', 'cases.zip']) {
    await teacher.open(course);
    const form = tab.locator(`form[action="${course}/assignments"]`);
    await form.locator('[name=title]').fill('Tornadoes');
    await form.locator('[name=game]').selectOption('goblins');
    await form.locator('[name=stage]').selectOption('4');
    await form.locator('[name=deadline]').fill('2099-01-31T23:59');
    await form.locator('[name=cases]').setInputFiles(arena.file(cases));
    await form.locator('[name=hidden]').setInputFiles(arena.file('hidden.zip'));
    await form.locator('[name=handout]').setInputFiles(arena.file('handout.zip'));
    await form.locator('[name=policy]').fill(told.policy);
    const send = () => form.getByRole('button', { name: 'Make the assignment' }).click();
    if (cases === 'cases.zip') await send();
    else await teacher.refused(400, /the cases/, send);
    await teacher.shot(`assignment-${cases}`);
  }
  await tab.waitForURL('**/assignments/*');
  stage.assignment = new URL(tab.url()).pathname;
  await teacher.picture(course, 'course-assignment', `form[action="${course}/assignments"]`);
}

/** The links that the teacher fetches, in the order of the roster. */
async function links() {
  const { teacher, course } = stage;
  await teacher.open(course);
  const [download] = await Promise.all([
    teacher.tab.waitForEvent('download'),
    teacher.tab.getByRole('button', { name: /Links for those/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8').trim().split(/\r?\n/);
  assert.equal(lines.length, 61, 'a link for each student');
  return lines.slice(1).map((line) => new URL(line.split(',')[2]).pathname);
}

/** @param {import('./harness.js').Pages} _pages */
async function handIn(_pages) {
  const { assignment } = stage;
  const ways = await links();
  for (const [at, { file }] of told.students.entries()) {
    const student = await arena.somebody();
    stage.students.push(student);
    await student.open(ways[at]);
    if (at === 0) await student.fits([[ways[at], 'join']]);
    await student.open(ways[at]);
    await student.account(`s${at + 1}`, 'Make an account and join');
    await student.tab.waitForURL('**/courses/*');
    await student.tab.getByRole('link', { name: 'Tornadoes' }).click();
    await student.tab.getByText('Nothing yet.').waitFor();
    if (at === 0) await student.fits([[assignment, 'assignment-nothing'], [stage.course, 'course-student']]);
    await hand(student, file);
  }
  const [first] = stage.students;
  const again = await arena.somebody();
  again.expected.add(404);
  assert.equal((await again.open(ways[0]))?.status(), 404, 'a link works once');
  await first.picture(assignment, 'course-hand-in');
  for (const [at, { said }] of told.students.entries()) await graded(stage.students[at], said);
  for (const [at, { again: file }] of told.students.entries()) {
    if (!file) continue;
    await hand(stage.students[at], file);
    await stage.students[at].tab.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
    await graded(stage.students[at], '10 / 10');
    await stage.students[at].open(stage.assignment);
    assert.equal(await stage.students[at].tab.locator('tbody tr').count(), 2, 'both are listed');
  }
}

/** @param {Person} student @param {string} file */
async function hand(student, file) {
  await student.open(stage.assignment);
  await student.tab.getByLabel(/A \.cpp file/).setInputFiles(arena.file(file));
  await student.tab.getByRole('button', { name: 'Hand in' }).click();
  await student.tab.locator('tbody tr').first().waitFor();
}

/** Waits for what the newest came to. @param {Person} student @param {string} said */
async function graded(student, said) {
  const { tab } = student;
  await student.open(stage.assignment);
  await tab.locator('tbody tr').first().getByText('graded', { exact: true }).waitFor({ timeout: PATIENCE });
  await student.shot(`graded-${stage.students.indexOf(student) + 1}`);
  await tab.locator('main').getByText(said).first().waitFor();
  await tab.locator('tbody tr a').first().click();
  await tab.waitForURL('**/submissions/*');
  await tab.locator('main').getByText(said).first().waitFor();
}

/** @param {import('./harness.js').Pages} _pages */
async function keepsSecrets(_pages) {
  const { students, assignment } = stage;
  const openapi = JSON.parse((await students[0].ask('/api/v1/openapi.json')).text);
  const operations = Object.entries(openapi.paths).filter(([, methods]) => 'get' in methods);
  const id = assignment.split('/')[2];
  for (const student of students) {
    const ways = await crawled(student, stage.course);
    const mine = ways.find((way) => /^\/submissions\/\d+$/.test(way))?.split('/')[2] ?? '1';
    const filled = operations.map(([way]) => way.replace('{assignment}', id).replace('{submission}', mine).replace('{course}', stage.course.split('/')[2]).replace('{game}', 'goblins').replace(/\{\w+\}/g, '1'));
    const guessed = ['marks.csv', 'class.zip', 'hidden.zip', 'cases.zip', 'report/class.html', 'report/feedback/2026001.html'].map((file) => `${assignment}/${file}`);
    const others = [1, 2, 3].flatMap((number) => [`/submissions/${number}`, `/submissions/${number}/source`]);
    const asked = await Promise.all([...ways, ...filled, ...guessed, ...others].map(async (way) => ({ url: way, ...(await student.ask(way)) })));
    assert.ok(asked.length > 50, 'everything there is was asked for');
    const marks = asked.filter(({ url }) => /marks|class|report|regrade/.test(url));
    assert.ok(marks.every(({ status }) => status >= 400), 'what is for teachers is for teachers');
    for (const { url, text } of [...asked, ...(await Promise.all(student.answers))]) {
      // Somebody's own program may hold anything.
      if (url.endsWith('/source')) continue;
      const leaked = told.secrets.find((secret) => text.includes(secret));
      assert.equal(leaked, undefined, `${url} tells a student of a hidden case`);
    }
  }
  const readable = await students[0].ask(`${assignment}/cases.zip`);
  assert.ok(readable.status === 200 && readable.text.startsWith('PK'), 'public cases are there to be read');
}

/** Ways to all pages that can be reached from one. @param {Person} person @param {string} first */
async function crawled(person, first) {
  const seen = new Set([first]);
  const open = [first];
  for (let way = open.pop(); way !== undefined && seen.size < 150; way = open.pop()) {
    const { text } = await person.ask(way);
    for (const [, link] of text.matchAll(/href="(\/[^"#]*)"/g)) {
      if (seen.has(link) || /^\/(assets|games|bots|matches|feed)/.test(link)) continue;
      seen.add(link);
      open.push(link);
    }
  }
  return [...seen];
}

/** @param {import('./harness.js').Pages} _pages */
async function hasTheClass(_pages) {
  const { teacher, assignment } = stage;
  const { tab } = teacher;
  await teacher.open(assignment);
  const rows = tab.locator('tbody tr');
  assert.equal(await rows.count(), 60, 'the whole class');
  await teacher.shot('class');
  await teacher.picture(assignment, 'course-class');
  for (const [name, file] of [['Marks as CSV', 'marks.csv'], ['All that counts', 'class.zip']]) {
    const [download] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('link', { name }).click()]);
    writeFileSync(arena.file(file), readFileSync(await download.path()));
  }
  await tab.getByRole('link', { name: /The whole report/ }).click();
  await tab.waitForURL('**/report/class.html');
  await teacher.shot('report');
  await teacher.picture(`${assignment}/report/class.html`, 'course-report');
  await teacher.open(assignment);
  await rows.first().getByRole('link').first().click();
  await tab.waitForURL('**/submissions/*');
  await teacher.shot('submission-teacher');
  await tab.getByRole('button', { name: 'Grade it again' }).click();
  await tab.waitForURL('**/assignments/*');
  await tab.getByText(/still being graded/).waitFor({ state: 'detached', timeout: PATIENCE });
}

/** @param {import('./harness.js').Pages} _pages */
async function fits(_pages) {
  const { teacher, students, course, assignment } = stage;
  const [first] = students;
  await first.open(assignment);
  const submission = (await first.tab.locator('tbody tr a').first().getAttribute('href')) ?? '';
  const ways = /** @type {[string, string][]} */ ([[course, 'course'], [assignment, 'class'], [submission, 'submission-teacher'], ['/courses', 'courses']]);
  await teacher.fits(ways);
  for (const [at, student] of students.entries()) {
    await student.fits([[assignment, `assignment-student-${at + 1}`]]);
  }
  await first.fits([[submission, 'submission'], ['/notices', 'news-student'], ['/account', 'account']]);
}

/** @param {import('./harness.js').Pages} _pages */
async function late(_pages) {
  const { teacher, students, assignment } = stage;
  const [first] = students;
  // The page of the student is open when the deadline passes.
  await first.open(assignment);
  await teacher.open(assignment);
  await teacher.tab.getByText('Title, cases, policy').click();
  const policy = teacher.tab.locator('[name=policy]');
  await policy.fill((await policy.inputValue()).replace('2099-01-31T23:59', '2020-01-31T23:59'));
  await teacher.tab.getByRole('button', { name: 'Change it' }).click();
  await teacher.tab.getByText('is over').waitFor();
  await first.tab.getByLabel(/A \.cpp file/).setInputFiles(arena.file(told.students[0].file));
  await first.refused(409, /the deadline was 2020-01-31 23:59 UTC/, () => first.tab.getByRole('button', { name: 'Hand in' }).click());
  await first.shot('late-refused');
  await first.fits([[assignment, 'assignment-late']]);
  // Somebody who is in no course knows of none.
  const other = await arena.player('eve');
  other.expected.add(404);
  for (const way of [stage.course, assignment, '/submissions/1']) assert.equal((await other.open(way))?.status(), 404);
  await other.shot('course-of-others');
  arena.isQuiet();
}

await runAll(folder, inTurn(TESTS));
