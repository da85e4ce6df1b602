import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { FieldError, TextInput } from '../../../ui/field.tsx';

interface LineField<Name extends string> {
  readonly name: Name;
  readonly label: (number: number) => string;
  /** Above its column, where the placeholders do not say what it is. */
  readonly head?: string;
  readonly unit?: string;
  readonly placeholder?: string;
  /** Not a number. */
  readonly isText?: boolean;
}

/** What is typed in the fields of a line, by their names. */
type Line<Name extends string> = Readonly<Record<Name, string>>;

interface RuleLinesProps<Name extends string> {
  readonly title: string;
  readonly hint: string;
  readonly add: string;
  readonly max: number;
  readonly lines: readonly Line<Name>[];
  readonly onChange: (lines: readonly Line<Name>[]) => void;
  /** Of a line: two or three. */
  readonly fields: readonly LineField<Name>[];
  readonly wrong: (index: number, field: Name) => boolean;
  readonly faultTexts: Readonly<Record<Name, string>>;
}

/** A list of lines with the same fields each, to add and remove. */
export function RuleLines<Name extends string>(props: RuleLinesProps<Name>) {
  const { title, hint, add, max, lines, onChange, fields, wrong, faultTexts } = props;
  const { t } = useTexts();
  const id = useId();
  const write = (index: number, name: Name, text: string) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, [name]: text } : line)));
  const addLine = () =>
    onChange([...lines, Object.fromEntries(fields.map(({ name }) => [name, ''])) as Line<Name>]);
  const columns = classes(
    'grid gap-2',
    fields.length === 2
      ? 'grid-cols-[minmax(0,1fr)_minmax(0,7rem)_auto]'
      : 'grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,11fr)_auto] md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,9fr)_auto]',
  );
  return (
    <fieldset className="grid min-w-0 gap-2 border-0">
      <legend className="text-small font-strong">{title}</legend>
      <p className="text-fg-subtle text-small">{hint}</p>
      {lines.length > 0 && fields.some(({ head }) => head !== undefined) && (
        <div aria-hidden="true" className={`${columns} items-end text-fg-subtle text-micro`}>
          {fields.map(({ name, head }) => (
            <span key={name}>{head}</span>
          ))}
          <span className="w-10" />
        </div>
      )}
      {lines.map((line, index) => {
        const faulty = fields.find(({ name }) => wrong(index, name));
        const key = `${id}-${index}`;
        return (
          <div key={key}>
            <div className={`${columns} items-center`}>
              {fields.map(({ name, label, unit, placeholder, isText }) => (
                <TextInput
                  key={name}
                  id={`${key}-${name}`}
                  aria-label={label(index + 1)}
                  aria-describedby={faulty && `${key}-error`}
                  error={wrong(index, name) ? faultTexts[name] : undefined}
                  value={line[name]}
                  placeholder={placeholder}
                  inputMode={isText === true ? 'text' : 'decimal'}
                  autoComplete="off"
                  onChange={(event) => write(index, name, event.target.value)}
                  after={
                    unit !== undefined && <span className="flex-none text-fg-subtle text-small">{unit}</span>
                  }
                />
              ))}
              <IconButton
                label={t('dryRun.remove', { number: index + 1 })}
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
              >
                <X size={18} />
              </IconButton>
            </div>
            <FieldError id={key} error={faulty && faultTexts[faulty.name]} />
          </div>
        );
      })}
      {lines.length < max && (
        <Button size="small" className="justify-self-start" onClick={addLine}>
          <Plus size={16} strokeWidth={1.8} />
          {add}
        </Button>
      )}
    </fieldset>
  );
}
