import text from './text.module.css';

/** Shows a text and keeps a phrase of it on one line with its punctuation, a hyphenated name for instance. */
export function Unbroken({ phrase, children }: { phrase: string; children: string }) {
  const [before, ...others] = children.split(phrase);
  if (others.length === 0) return children;
  const after = others.join(phrase);
  const [mark = ''] = after.split(' ', 1);
  return (
    <>
      {before}
      <span className={text.unbroken}>
        {phrase}
        {mark}
      </span>
      {after.slice(mark.length)}
    </>
  );
}
