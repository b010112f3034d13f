// What users see where jprof is missing, where a folder is not trusted, and where the window has two folders.
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Editor } from './editor.mjs';

const shop = join(process.env.WORK, 'shop');
const source = 'src/main/java/acme/Shop.java';

// withEditor opens an editor for a test, and closes it.
function withEditor(options, use) {
  return async () => {
    const editor = await Editor.open(options);
    try {
      await Editor.tries(() => editor, use)();
    } finally {
      await editor.close();
    }
  };
}

test('without the program the editor says how to get it, and starts it as soon as it is named',
  withEditor({ name: 'missing', program: '/nowhere/jprof' }, async (editor) => {
    await editor.show(shop, join(shop, source));
    await editor.page.getByRole('button', { name: 'The program jprof was not found' }).click();
    await editor.row('Choose the program jprof').waitFor();
    await editor.choose('How to get jprof');
    await editor.page.getByText('Get the program jprof').first().waitFor();
    await editor.picture('walkthrough');
    await editor.run('jprof: Focus on Hot Spots View');
    await editor.page.getByRole('button', { name: 'How to Get jprof' }).waitFor();
    await editor.picture('welcome');
    await editor.page.getByRole('button', { name: 'Choose the Program' }).last().click();
    const spot = editor.page.getByRole('treeitem', { name: /Shop::total.* statement executions/ }).first();
    await editor.until('hot spots', async () => { // the dialog puts in a path of its own when it has read a folder
      if (await editor.input().isVisible()) {
        const path = await editor.input().inputValue();
        if (path !== process.env.JPROF) await editor.input().fill(process.env.JPROF);
        else await editor.page.getByRole('button', { name: 'Use' }).click({ timeout: 1000 }).catch(() => {});
      }
      return [await spot.isVisible(), 'they are not there'];
    });
  }));

test('a program that is no server is named as the cause',
  withEditor({ name: 'failed', program: '/bin/false' }, async (editor) => {
    await editor.show(shop, join(shop, source));
    await editor.page.getByRole('button', { name: 'did not start as a server' }).waitFor();
    await editor.run('jprof: Focus on Hot Spots View');
    await editor.page.getByText('Version 0.3 or newer is needed').waitFor();
    await editor.picture('welcome');
  }));

test('a folder that is not trusted has counts, and runs nothing',
  withEditor({ name: 'untrusted', trusted: false }, async (editor) => {
    await editor.show(shop, join(shop, source));
    await editor.page.locator('.codelens-decoration').filter({ hasText: 'invocations' }).first().waitFor();
    await editor.page.getByText('Restricted Mode').first().waitFor();
    await editor.goTo(10);
    await editor.status.locator('a').first().click();
    await editor.choose('Run again');
    await editor.page.getByText('jprof runs a build only in a trusted folder').first().waitFor();
    await editor.picture('refused');
  }));

test('a window with two folders has one server, and the counts of each',
  withEditor({ name: 'two', settings: { 'jprof.lenses': false, 'jprof.short': true } }, async (editor) => {
    const [second, file] = [join(process.env.WORK, 'second'), join(process.env.WORK, 'two.code-workspace')];
    cpSync(shop, second, { recursive: true });
    writeFileSync(file, JSON.stringify({ folders: [{ path: shop }, { path: second }] }));
    await editor.show(file, join(second, source));
    await editor.line('total(int').filter({ hasText: /1\.(05|15)k×/ }).waitFor();
    assert.equal(await editor.page.locator('.codelens-decoration').count(), 0, 'lenses are off');
    await editor.run('jprof: Focus on Hot Spots View');
    const folders = editor.page.getByRole('treeitem', { level: 1 });
    await folders.filter({ hasText: 'shop' }).first().waitFor();
    await folders.filter({ hasText: 'second' }).first().waitFor();
    await editor.picture('folders');
  }));
