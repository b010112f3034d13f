// What users see and do in VS Code, tried in a real one. The counts are those that project/ names in its comments.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Editor } from './editor.mjs';

const shop = join(process.env.WORK, 'shop');
const source = join(shop, 'src/main/java/acme/Shop.java');
let editor;
const tries = (name, use) => test(name, Editor.tries(() => editor, use));

before(async () => {
  editor = await Editor.open({ name: 'trusted', settings: { 'jprof.hints': 'all' } });
  await editor.show(shop, source);
});
after(() => editor?.close());

tries('counts are above methods and at ends of lines', async () => {
  await editor.page.locator('.codelens-decoration').filter({ hasText: '1,050 invocations, 2 tests' }).waitFor();
  await editor.line('return price;').filter({ hasText: '1,050×' }).waitFor();
  await editor.picture('counts');
});

tries('bars say by their style whether code was executed', async () => {
  for (const [text, style] of [['return price;', 'solid'], ['if (member)', 'dashed'], ['return money;', 'double']]) {
    await editor.until(`bar at ${text}`, async () => {
      const bars = await editor.bars(text);
      return [bars.length === 1 && bars[0] === style, bars];
    });
  }
  assert.deepEqual(await editor.bars('public final class Shop'), []);
});

tries('breakpoints are set and removed by click beside a bar', async () => {
  const line = await editor.line('return price;').boundingBox();
  const margin = await editor.page.locator('.glyph-margin').first().boundingBox();
  const breakpoint = editor.page.locator('.codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified');
  await editor.page.mouse.click(margin.x + margin.width / 2, line.y + line.height / 2);
  await breakpoint.first().waitFor();
  const box = await breakpoint.first().boundingBox();
  assert.ok(Math.abs(box.y - line.y) < line.height / 2, 'the breakpoint is at the line');
  assert.deepEqual(await editor.bars('return price;'), ['solid'], 'and so is the bar');
  await editor.picture('breakpoint');
  await editor.page.mouse.click(margin.x + margin.width / 2, line.y + line.height / 2);
  await breakpoint.first().waitFor({ state: 'detached' });
});

tries('a hover by keyboard has the exact count', async () => {
  await editor.goTo(10);
  await editor.page.keyboard.press('Control+k');
  await editor.page.keyboard.press('Control+i');
  await editor.page.locator('.monaco-hover').filter({ hasText: '1,050' }).first().waitFor();
  await editor.picture('hover');
  await editor.page.keyboard.press('Escape');
});

tries('the status bar has the line and the file, and its menu the commands', async () => {
  await editor.goTo(10);
  await editor.status.filter({ hasText: '1,050×' }).waitFor();
  assert.match(await editor.status.locator('a').first().getAttribute('aria-label'),
    /line 10 executed 1,050 times; 40 % of 5 lines of this file executed/);
  await editor.status.locator('a').first().click();
  await editor.row('Next hot spot').waitFor();
  await editor.picture('menu');
  await editor.page.keyboard.press('Escape');
});

tries('keys go to what was not executed', async () => {
  await editor.goTo(1);
  await editor.chord('n');
  await editor.at(8);
});

tries('the tests of a line, with what each of them executed', async () => {
  await editor.goTo(10);
  await editor.chord('t');
  await editor.row('many').filter({ hasText: '1,000×' }).waitFor();
  await editor.row('few').filter({ hasText: '50×' }).waitFor();
  await editor.picture('tests');
  await editor.choose('few');
  await editor.line('void few()').waitFor();
});

tries('lists of hot spots and of what was not executed', async () => {
  await editor.run('jprof: Focus on Hot Spots View');
  await editor.page.getByRole('treeitem', { name: /Shop::total.*2,100 statement executions/ }).first().waitFor();
  const file = editor.page.getByRole('treeitem', { name: /Shop\.java: 1 method not executed/ });
  await file.click();
  const method = editor.page.getByRole('treeitem', { name: /refund.*line 14, not executed/ });
  await method.waitFor();
  await editor.picture('lists');
  await method.click();
  await editor.at(14);
});

tries('Test Explorer has the coverage of the newest run, also by test', async () => {
  await editor.run('jprof: Show Coverage of the Newest Run');
  const file = editor.page.getByRole('treeitem').filter({ hasText: 'Shop.java' });
  await file.filter({ hasText: '44.44%' }).waitFor(); // 2 of 5 lines, 1 of 2 branches, 1 of 2 methods
  await editor.picture('coverage');
  await editor.run('Test: Filter Coverage by Test');
  await editor.row('few').waitFor();
  await editor.picture('filter');
  await editor.choose('few');
  await editor.run('Test: Toggle Inline Coverage');
  await editor.line('return price;').filter({ hasText: '50x' }).waitFor();
  await editor.picture('inline');
});

tries('text that is changed has no count, and the rest keeps its own', async () => {
  await editor.show(shop, source);
  await editor.line('return price;').filter({ hasText: '1,050×' }).waitFor();
  await editor.goTo(10);
  await editor.page.keyboard.press('End');
  await editor.page.keyboard.press('ArrowLeft');
  await editor.page.keyboard.type(' + 0');
  await editor.line('return price + 0;').filter({ hasNotText: '×' }).waitFor();
  await editor.until('no bar', async () => {
    const bars = await editor.bars('return price + 0;');
    return [bars.length === 0, bars];
  });
  await editor.goTo(1);
  await editor.page.keyboard.type('// moves all lines');
  await editor.page.keyboard.press('Enter');
  await editor.until('bar of the moved line', async () => {
    const bars = [...await editor.bars('return money;'), ...await editor.bars('int refund(')];
    return [bars.length === 1 && bars[0] === 'double', bars];
  });
  await editor.picture('changed');
  await editor.run('File: Revert File');
  await editor.line('return price;').filter({ hasText: '1,050×' }).waitFor();
});

tries('builds with jprof are tasks', async () => {
  await editor.run('Tasks: Run Task');
  await editor.choose('jprof');
  await editor.row('jprof: mvn verify').waitFor();
  await editor.row('jprof: mvn --by-test verify').waitFor();
  await editor.picture('tasks');
  await editor.page.keyboard.press('Escape');
});

tries('a build is run again as a task, and its counts are there at once', async () => {
  const tests = join(shop, 'src/test/java/acme/ShopTest.java');
  writeFileSync(tests, readFileSync(tests, 'utf8').replace('< 50', '< 150'));
  await editor.run("jprof: Run the Newest Run's Command Again");
  await editor.page.locator('.terminal-wrapper, .xterm').first().waitFor();
  await editor.line('return price;').filter({ hasText: '1,150×' }).waitFor();
  await editor.page.locator('.codelens-decoration').filter({ hasText: '1,150 invocations' }).waitFor();
  await editor.picture('again');
  await editor.page.locator('.codelens-decoration').filter({ hasText: '2 tests' }).first().waitFor();
});

tries('the tests of a line run as a task, and their run can be compared', async () => {
  await editor.goTo(12);
  await editor.chord('t');
  await editor.page.getByText('jprof: no code with counts starts on this line').first().waitFor();
  await editor.goTo(10);
  await editor.chord('r');
  await editor.page.getByText('The counts shown are still those of all tests').first().waitFor();
  await editor.picture('part');
  const lenses = editor.page.locator('.codelens-decoration');
  await lenses.filter({ hasText: '1,150 invocations, 2 tests' }).first().waitFor();
  await editor.page.getByRole('button', { name: 'Compare' }).first().click();
  const compared = lenses.filter({ hasText: '(+0 to' });
  await compared.first().waitFor();
  await editor.line('return price;').click();
  await editor.chord('c');
  await editor.choose('End the comparison');
  await compared.first().waitFor({ state: 'detached' });
});

tries('while a build runs, counts are live', async () => {
  const gate = join(shop, 'target', 'gate');
  const build = execFile(process.env.JPROF, ['mvn', '-B', '-q', 'test'], {
    cwd: shop, env: { ...process.env, SHOP_GATE: gate },
  });
  const ended = new Promise((done) => build.on('exit', done));
  try {
    await editor.status.locator('.codicon-sync').waitFor();
    assert.match(await editor.status.locator('a').first().getAttribute('aria-label'), /counts are live/);
    await editor.picture('live');
  } finally {
    mkdirSync(join(shop, 'target'), { recursive: true });
    writeFileSync(gate, '');
    await ended;
  }
  await editor.status.locator('.codicon-flame').waitFor();
  await editor.page.locator('.codelens-decoration').filter({ hasText: '1,150 invocations' }).first().waitFor();
});
