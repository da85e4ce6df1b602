/** How many characters stay at each end. */
const ends = 6;

/** A long address shortened to its two ends. Screen readers and the tooltip get all of it. */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  if (text.length <= ends * 2 + 1) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <span title={text} className="whitespace-nowrap">
      <span aria-hidden="true">
        {text.slice(0, ends)}…{text.slice(-ends)}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
