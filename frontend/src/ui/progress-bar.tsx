/** Progress in whole percent. */
export function ProgressBar({ label, percent }: { readonly label: string; readonly percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="flex h-2.5 overflow-hidden rounded-full bg-well"
    >
      <span
        className="rounded-full bg-accent transition-[width] duration-slow"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
