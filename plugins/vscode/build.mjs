// Bundles the extension into dist/extension.js, with the licences of what is in it; --tests bundles the unit tests.
import { build } from 'esbuild';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

// Licences that allow to pass a part on with the extension, if their text goes with it.
const allowed = ['MIT', 'ISC', 'BlueOak-1.0.0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'];

const tests = process.argv.includes('--tests');
const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'warning' };

if (tests) {
  const files = readdirSync('test').filter((name) => name.endsWith('.test.ts'));
  rmSync('dist/test', { recursive: true, force: true });
  await build({
    ...common, entryPoints: files.map((name) => `test/${name}`), outdir: 'dist/test', sourcemap: 'inline',
    alias: { vscode: './test/vscode.ts' },
  });
} else {
  const { metafile } = await build({
    ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', minify: true, metafile: true,
    external: ['vscode'],
  });
  writeFileSync('dist/THIRD-PARTY.txt', licences(Object.keys(metafile.inputs)));
}

// licences returns the texts of the licences of the packages that have files in the bundle.
function licences(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
    if (found) folders.add(found[0]);
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((f) => /^(licen[cs]e|copying)/i.test(f));
    if (!file || !allowed.includes(license)) throw new Error(`${name}: licence ${license}, text ${file}`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  return 'Parts by others in the file extension.js, and their licences.\n\n' + texts.join(`\n${'-'.repeat(80)}\n\n`);
}
