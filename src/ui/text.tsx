import text from './text.module.css';

/** Shows a text and keeps a phrase of it on one line, a hyphenated name for instance. */
export function Unbroken({ phrase, children }: { phrase: string; children: string }) {
  const [before, ...after] = children.split(phrase);
  if (after.length === 0) return children;
  return (
    <>
      {before}
      <span className={text.unbroken}>{phrase}</span>
      {after.join(phrase)}
    </>
  );
}
