// Drives VS Code in a browser: code-server with the extension, and one page of Chromium.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';

const { CHROMIUM, CODE_SERVER, JPROF, VSIX, WORK, JPROF_PICTURES } = process.env;
const { chromium } = createRequire(join(CODE_SERVER, 'package.json'))('playwright-core');
const entry = join(CODE_SERVER, 'node_modules/code-server/out/node/entry.js');
// Milliseconds for anything to appear, on a busy machine.
const patience = Number(process.env.JPROF_PATIENCE ?? 180_000);

/** Settings of all editors: what is not tested stays away. */
const quiet = {
  'chat.disableAIFeatures': true,
  'debug.allowBreakpointsEverywhere': true,
  'editor.accessibilitySupport': 'off',
  'files.autoSave': 'off',
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

/** Editor is a server with its user's settings, and a page that shows a folder. */
export class Editor {
  /** open starts an editor with a program and settings of the user beside the quiet ones. Folders may be trusted. */
  static async open({ name, program = JPROF, settings = {}, trusted = true }) {
    const editor = new Editor();
    editor.name = name;
    editor.port = await freePort();
    const data = join(WORK, `data-${name}`);
    for (const [kind, all] of [['User', { ...quiet, ...settings }], ['Machine', { 'jprof.path': program }]]) {
      mkdirSync(join(data, kind), { recursive: true });
      writeFileSync(join(data, kind, 'settings.json'), JSON.stringify(all));
    }
    const common = ['--user-data-dir', data, '--extensions-dir', join(WORK, 'extensions')];
    await ended(start([...common, '--install-extension', VSIX, '--force']));
    editor.server = start([...common, '--auth', 'none', '--bind-addr', `127.0.0.1:${editor.port}`,
      '--disable-telemetry', '--disable-update-check', ...(trusted ? ['--disable-workspace-trust'] : [])]);
    await said(editor.server, 'HTTP server listening');
    editor.browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    editor.page = await editor.browser.newPage({ viewport: { width: 1400, height: 900 } });
    editor.page.setDefaultTimeout(patience);
    return editor;
  }

  /** show opens a folder, or a file *.code-workspace, and in it a file. */
  async show(path, file) {
    const kind = path.endsWith('.code-workspace') ? 'workspace' : 'folder';
    const payload = file ? [['openFile', `vscode-remote://127.0.0.1:${this.port}${file}`]] : [];
    const query = new URLSearchParams({ [kind]: path, payload: JSON.stringify(payload) });
    await this.page.goto(`http://127.0.0.1:${this.port}/?${query}`);
    await this.page.locator('.monaco-workbench').waitFor();
    if (file) await this.line('package').waitFor();
  }

  /** line is the line of the editor that has a text. */
  line(text) {
    return this.page.locator('.view-line').filter({ hasText: text }).first();
  }

  /** status is jprof's item in the status bar. */
  get status() {
    return this.page.locator('[id="jprof.jprof.jprof.counts"], [id="jprof.jprof.counts"]').first();
  }

  /** goTo puts the cursor into a line, by keyboard. */
  async goTo(line) {
    await this.page.keyboard.press('Control+g');
    await this.input().waitFor();
    await this.page.keyboard.type(String(line));
    await this.page.keyboard.press('Enter');
    await this.at(line);
  }

  /** at waits until the cursor is in a line. */
  async at(line) {
    await this.page.locator('[id="status.editor.selection"]').filter({ hasText: `Ln ${line},` }).waitFor();
  }

  /** run runs a command by its title, as the palette has it; again where something took the focus from the palette. */
  async run(title) {
    await this.until(title, async () => {
      await this.page.keyboard.press('F1');
      const soon = { timeout: 10_000 };
      const chosen = this.input().fill(`>${title}`, soon).then(() => this.row(title).first().click(soon));
      return [await chosen.then(() => true, () => false), 'it is not in the palette'];
    });
  }

  /** choose takes the row of the quick pick that has a text. */
  async choose(text) {
    await this.row(text).first().click();
  }

  row(text) {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  }

  input() {
    return this.page.locator('.quick-input-widget input').first();
  }

  /** chord presses Ctrl+Alt+J and a key. */
  async chord(key) {
    await this.page.keyboard.press('Control+Alt+j');
    await this.page.keyboard.press(key);
  }

  /** bars returns the styles of the bars that are drawn at the height of a line. A line may be drawn again just now. */
  async bars(text) {
    const box = await this.line(text).boundingBox();
    if (!box) return ['not drawn'];
    return this.page.evaluate(({ y, height }) => [...document.querySelectorAll('.view-overlays .cdr')]
      .filter((e) => Math.abs(e.getBoundingClientRect().y - y) < height / 2)
      .map((e) => getComputedStyle(e)).filter((s) => parseFloat(s.borderLeftWidth) >= 3)
      .map((s) => s.borderLeftStyle), box);
  }

  /** until waits until a condition holds that is asked for again and again. */
  async until(what, condition) {
    const end = Date.now() + patience;
    for (;;) {
      const [ok, seen] = await condition();
      if (ok) return;
      if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(seen)}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  /** picture keeps what is seen, if pictures are asked for. */
  async picture(name) {
    if (JPROF_PICTURES) await this.page.screenshot({ path: join(JPROF_PICTURES, `${this.name}-${name}.png`) });
  }

  /** tries returns a test that keeps a picture of what is seen when it fails. */
  static tries(editor, use) {
    return async () => {
      try {
        await use(editor());
      } catch (error) {
        await editor()?.picture('failed');
        throw error;
      }
    };
  }

  async close() {
    await this.browser?.close();
    this.server?.kill();
  }
}

function start(args) {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => { child.text += data; });
  return child;
}

function ended(child) {
  return new Promise((done, failed) => child.on('exit', (code) => code === 0 ? done() : failed(new Error(child.text))));
}

function said(child, text) {
  return new Promise((done, failed) => {
    child.stdout.on('data', () => { if (child.text.includes(text)) done(); });
    child.on('exit', () => failed(new Error(child.text)));
  });
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
