/** Flags that make two pictures of one page equal to the last bit, however busy the machine is. */
export const steadyPaint = [
  // Without it a picture may show unpainted, plain parts of the page.
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-checker-imaging',
  // Edges that are repainted in part get a different shade.
  '--disable-partial-raster',
];

/** Gives flags for a quiet browser; root has no sandbox. */
export function chromiumArguments(): string[] {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-default-browser-check',
    '--no-first-run',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}
