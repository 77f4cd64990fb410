/**
 * Acts once the next frame is on the screen. The press is then seen at once, and a slow phone has two short tasks instead
 * of a long one: a modal dialog makes the browser compute the style of every element anew.
 */
export function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
