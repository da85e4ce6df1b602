import { searchLengthMax } from '@matgyo/contracts/search-length';
import { Calendar, ChevronDown, Search, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { faultOfDays } from '../format/days.ts';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { useAddress } from './use-address.ts';

const boxClass =
  'flex min-h-9 items-center gap-2 rounded-[8px] border border-line-strong bg-canvas px-3 text-small tap-target field-box';
const inputClass = 'h-[34px] w-full min-w-0 flex-auto bg-transparent outline-none';

interface LabelledProps {
  readonly label: string;
  readonly className?: string | undefined;
}

const labelClass = 'mb-1 block text-fg-muted text-small font-medium';

/** A small label above its input. */
function Labelled({
  label,
  htmlFor,
  className,
  children,
}: LabelledProps & { readonly htmlFor: string; readonly children: ReactNode }) {
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={htmlFor} className={labelClass}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** What is wrong with a filter, below it; announced when it appears. */
function FilterError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <p id={id} role="alert" className="mt-1 flex gap-1 text-danger text-micro empty:hidden">
      {error !== undefined && (
        <>
          <TriangleAlert size={14} strokeWidth={1.8} className="mt-px" />
          {error}
        </>
      )}
    </p>
  );
}

interface SearchFieldProps extends LabelledProps {
  readonly value: string;
  readonly placeholder?: string;
  readonly onSearch: (text: string) => void;
  /** The label is for screen readers only; other users see it as the placeholder. */
  readonly bare?: boolean;
  readonly icon?: ReactNode;
  readonly error?: string | undefined;
}

/** The search waits until typing stops. */
const pauseMs = 250;

/** A search field that searches after a pause in typing, or at once on Enter; empty finds everything. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, placeholder, onSearch, bare, icon, error, className } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useEffectEvent((next: string) => {
    sent.current = next;
    onSearch(next);
  });
  // The address was changed by something else: back, a link, a reset.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const next = text.trim();
    if (next === sent.current) return;
    const timer = setTimeout(() => send(next), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const field = (
    <span className={boxClass}>
      {icon ?? <Search size={16} className="text-fg-subtle" />}
      <input
        id={id}
        type="search"
        aria-label={bare === true ? label : undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}-error`}
        value={text}
        placeholder={bare === true ? label : placeholder}
        maxLength={searchLengthMax}
        inputMode="search"
        autoComplete="off"
        className={classes(inputClass, '[&::-webkit-search-cancel-button]:hidden')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() !== sent.current) send(text.trim());
          if (event.key === 'Escape' && text !== '') {
            setText('');
            send('');
          }
        }}
      />
    </span>
  );
  const place = classes(className, text === '' && 'print:hidden');
  if (bare === true) return <div className={place}>{field}</div>;
  return (
    <Labelled label={label} htmlFor={id} className={place}>
      {field}
      <FilterError id={`${id}-error`} error={error} />
    </Labelled>
  );
}

/** Searches the list of a page; what is searched is in the address. */
export function PageSearch({ label }: { readonly label: string }) {
  const address = useAddress();
  return (
    <SearchField
      bare
      label={label}
      value={address.read('search')}
      onSearch={(search) => address.type({ search })}
      className="md:w-64"
    />
  );
}

interface SelectFieldProps<Value extends string> extends LabelledProps {
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

/** A native select: it works by touch, by keyboard and with screen readers. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, choices, onChoose, className } = props;
  const id = useId();
  return (
    <Labelled label={label} htmlFor={id} className={className}>
      <span className={classes(boxClass, 'relative')}>
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen !== undefined) onChoose(chosen.value);
          }}
          className="h-[34px] w-full min-w-0 cursor-pointer appearance-none bg-transparent pr-6 outline-none"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} className="bg-raised text-fg">
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} strokeWidth={1.8} className="pointer-events-none absolute right-3" />
      </span>
    </Labelled>
  );
}

interface DaysFieldProps extends LabelledProps {
  /** YYYY-MM-DD, or '' for open. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (days: { readonly from: string; readonly to: string }) => void;
}

/** The first and last day of a period, inclusive. What is wrong with them is reported at once. */
export function DaysField({ label, from, to, onChange, className }: DaysFieldProps) {
  const { t, language } = useTexts();
  const errorId = useId();
  const fault = faultOfDays(from, to);
  const day = (value: string, name: string, set: (value: string) => void) => (
    <span className="relative flex min-w-0 flex-auto items-center">
      <input
        type="date"
        aria-label={name}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && errorId}
        value={value}
        onChange={(event) => set(event.target.value)}
        className={classes(
          'peer h-[34px] w-full min-w-0 bg-transparent outline-none not-focus:opacity-0',
          '[&::-webkit-calendar-picker-indicator]:hidden [&::-webkit-calendar-picker-indicator]:appearance-none',
        )}
        onClick={(event) => event.currentTarget.showPicker?.()}
      />
      {/* Shows dates in the product's format instead of the browser's. */}
      <span
        aria-hidden="true"
        className={classes(
          'pointer-events-none absolute whitespace-nowrap peer-focus:hidden',
          value === '' && 'text-fg-subtle',
        )}
      >
        {value === '' ? name : value}
      </span>
    </span>
  );
  return (
    <fieldset className={classes('min-w-0 border-0', from + to === '' && 'print:hidden', className)}>
      <legend className={labelClass}>{label}</legend>
      <span className={boxClass}>
        <Calendar size={16} className="text-fg-subtle" />
        {day(from, t('period.from'), (next) => onChange({ from: next, to }))}
        <span aria-hidden="true" className="text-fg-subtle">
          {language === 'ko' ? '~' : '–'}
        </span>
        {day(to, t('period.to'), (next) => onChange({ from, to: next }))}
      </span>
      <FilterError id={errorId} error={fault && t(`period.${fault}`)} />
    </fieldset>
  );
}
