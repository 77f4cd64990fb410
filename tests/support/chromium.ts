/** Flags under which two pictures of one page are the same to the last bit, however busy the machine is. */
export const steadyPaint = [
  // Without it a picture may be taken while parts of the page are still to be painted: they are then plain.
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-checker-imaging',
  // Edges that are painted again in part come out a shade different.
  '--disable-partial-raster',
];

/** Flags for a quiet browser; root has no sandbox to offer. */
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
