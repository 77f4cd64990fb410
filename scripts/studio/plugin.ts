import type { Plugin } from 'vite';
import type { Colours } from '../colours/colours.ts';
import { type LoadedStudio, loadStudio, moduleOf, writeModule } from './load.ts';

const [MODULE, SHEET] = ['#built/studio.js', 'virtual:colours.css'];
/** Makes an internal name without `#`, which would end the module's address in development. */
const idOf = (name: string) => `\0${name.replace('#', '')}`;

/**
 * Gives the values of a studio to bundles and tests, as the same module and style sheet that the build writes.
 * @param folder as in `loadStudio`
 */
export function studioValues(folder?: string): Plugin {
  let studio: Promise<LoadedStudio>;
  return {
    name: 'studio-values',
    enforce: 'pre',
    buildStart() {
      studio = loadStudio(folder);
    },
    resolveId: (id) => (id === MODULE || id === SHEET ? idOf(id) : null),
    async load(id) {
      if (id === idOf(MODULE)) return moduleOf(await studio);
      if (id !== idOf(SHEET)) return null;
      const { light, dark } = (await studio).site.palette;
      return coloursCss((name) => `light-dark(${light[name]}, ${dark[name]})`, light);
    },
    async configureServer(server) {
      const { path } = await loadStudio(folder);
      server.watcher.add(path);
      server.watcher.on('change', async (file) => {
        if (!file.startsWith(path)) return;
        try {
          const changed = await loadStudio(folder);
          studio = Promise.resolve(changed);
          // The server imports this file, so it restarts.
          writeModule(changed);
        } catch (error) {
          server.config.logger.error(String((error as Error).message));
        }
      });
    },
  };
}

/** Declares every colour as a custom property. @param value returns the CSS of a colour */
export function coloursCss(value: (name: keyof Colours) => string, of: Colours): string {
  const names = Object.keys(of) as (keyof Colours)[];
  return `:root {\n${names.map((name) => `  ${tokenOf(name)}: ${value(name)};`).join('\n')}\n}\n`;
}

/** Turns `inkSoft` into `--ink-soft`. */
const tokenOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
