interface SwitchProps {
  /** The label, if there is no text beside it. */
  readonly label: string;
  readonly on: boolean;
  /** Pending: ignores clicks. */
  readonly busy?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch, on a native checkbox: it works by touch, by keyboard and with screen readers. */
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
        className="peer size-full cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-base checked:bg-accent forced-colors:border"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-[3px] left-[3px] aspect-square rounded-full bg-canvas transition-[translate] forced-colors:bg-[ButtonText] duration-base ease-out-soft peer-checked:translate-x-5"
      />
    </span>
  );
}
