/** A number with as many digits as it deserves. @param {number} value */
export function short(value) {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return Number(value.toPrecision(3)).toString();
}

/** `median (min–max)`. @param {import('../measure/statistics.mjs').Spread} spread */
export function spreadText({ median, min, max }) {
  const [low, high] = [short(min), short(max)];
  return low === high ? short(median) : `${short(median)} (${low}–${high})`;
}
