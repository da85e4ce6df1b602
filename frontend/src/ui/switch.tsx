interface SwitchProps {
  /** What is on or off, where no text beside it says so. */
  readonly label: string;
  readonly on: boolean;
  /** At work: presses do nothing. */
  readonly busy?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** On or off, at once. The browser's own checkbox underneath: it works with a thumb, a keyboard and a reader alike. */
export function Switch({ label, on, busy, onChange }: SwitchProps) {
  return (
    <span className="relative inline-flex h-7 w-12 flex-none">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={on}
        aria-checked={on}
        aria-busy={busy || undefined}
        onChange={(event) => {
          if (busy !== true) onChange(event.target.checked);
        }}
        className="peer size-full cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-base checked:bg-accent"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-[3px] left-[3px] size-[22px] rounded-full bg-canvas transition-[translate] duration-base ease-out-soft peer-checked:translate-x-5"
      />
    </span>
  );
}
