/** Short facts in one line; on a phone each has its own. */
export function Facts({ of }: { readonly of: readonly string[] }) {
  return (
    <p className="text-fg-muted text-small">
      {of.map((fact, index) => (
        <span key={fact} className="max-md:block">
          {index > 0 && <span className="max-md:hidden"> · </span>}
          {fact}
        </span>
      ))}
    </p>
  );
}
