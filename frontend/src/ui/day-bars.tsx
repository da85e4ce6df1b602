import { dayInKorea } from '../format/date-time.ts';
import { useTexts } from '../i18n/index.ts';
import { axisBottom, axisTop } from './axis.ts';
import { classes } from './class-names.ts';

interface DayBar {
  /** YYYY-MM-DD */
  readonly day: string;
  /** A plain decimal; negative ones hang from the zero line. */
  readonly value: string;
  /** A second value of the day, drawn beside the first in accent colour. */
  readonly beside?: string;
}

interface DayBarsProps {
  readonly bars: readonly DayBar[];
  /** Description for screen readers: its days and the highest value. The values are in a table beside it. */
  readonly label: (chart: Readonly<Record<'first' | 'last' | 'peak' | 'value', string>>) => string;
  /** Formats the value above the peak. */
  readonly format: (value: string) => string;
  /** The current day: its bar is dashed. */
  readonly unfinished?: string | undefined;
}

/** Drawn per width instead of scaled, so that text keeps its size. */
const sizes = {
  desktop: { width: 1140, left: 52, widest: 34, labels: 16, className: 'max-[68rem]:hidden' },
  tablet: {
    width: 700,
    left: 44,
    widest: 26,
    labels: 14,
    className: 'max-[30rem]:hidden min-[68rem]:hidden',
  },
  phone: { width: 335, left: 36, widest: 14, labels: 7, className: 'min-[30rem]:hidden' },
} as const;
const height = 204;
const ground = 180;
const ceiling = 20;

/** Two bars a day if there are two values; else one: the peak in accent with its value, the current day dashed. */
export function DayBars({ bars, label, ...rest }: DayBarsProps) {
  const { language } = useTexts();
  const highest = Math.max(...bars.map(({ value }) => Number(value)));
  const first = bars[0];
  const last = bars.at(-1);
  // The latest of equals.
  const peak = bars.findLast(({ value }) => Number(value) === highest);
  if (first === undefined || last === undefined || peak === undefined) return null;
  // Noon in Korea, so that the date is the same in every time zone.
  const spoken = ({ day }: DayBar) => dayInKorea(`${day}T03:00:00.000Z`, language);
  const days = { first: spoken(first), last: spoken(last), peak: spoken(peak) };
  const drawing = { ...rest, bars, peak, label: label({ ...days, value: rest.format(peak.value) }) };
  return (
    <div className="mt-3">
      <Drawing {...drawing} size="desktop" />
      <Drawing {...drawing} size="tablet" />
      <Drawing {...drawing} size="phone" />
    </div>
  );
}

interface DrawingProps extends Omit<DayBarsProps, 'label'> {
  readonly label: string;
  readonly peak: DayBar;
  readonly size: keyof typeof sizes;
}

function Drawing({ bars, label, peak, format, unfinished, size }: DrawingProps) {
  const { t, language } = useTexts();
  const { width, widest, labels, className } = sizes[size];
  const pairs = bars.some(({ beside }) => beside !== undefined);
  const values = bars.flatMap(({ value, beside = '0' }) => [value, beside]);
  const top = axisTop(values);
  const bottom = axisBottom(values);
  const lines = [...(bottom < 0 ? [bottom] : []), 0, top / 2, top];
  const left = Math.max(
    sizes[size].left,
    ...lines.map((line) => 10 + widthOf(compact[language].format(line))),
  );
  const slot = (width - left) / Math.max(bars.length, 1);
  const barWidth = Math.max(1, Math.min(widest, slot * 0.64));
  const every = Math.ceil(bars.length / labels);
  // Floats are precise enough for pixels.
  const y = (value: number) => ground - ((value - bottom) / (top - bottom)) * (ground - ceiling);
  // A highest value of zero or less is not marked.
  const isPeak = (bar: DayBar) => bar === peak && !pairs && Number(bar.value) > 0;
  const formatDay = (day: string) =>
    bars.length > 31 ? day.slice(5) : t('overview.dayOfMonth', { day: Number(day.slice(8)) });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={classes('h-auto w-full text-[12px]', className)}
    >
      {lines.map((line) => (
        <g key={line}>
          <line x1={left} x2={width} y1={y(line)} y2={y(line)} stroke="var(--color-line)" />
          <text x={left - 10} y={y(line) + 4} textAnchor="end" fill="var(--color-fg-subtle)">
            {compact[language].format(line)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const { day, value, beside } = bar;
        const middle = left + slot * (index + 0.5);
        return (
          <g key={day}>
            {pairs ? (
              <>
                <Bar value={value} x={middle - barWidth / 2} width={barWidth / 2 - 1} y={y} />
                <Bar value={beside ?? '0'} x={middle} width={barWidth / 2 - 1} y={y} isAccented />
              </>
            ) : (
              <Bar
                value={value}
                x={middle - barWidth / 2}
                width={barWidth}
                y={y}
                isAccented={isPeak(bar)}
                isDashed={day === unfinished}
              />
            )}
            {index % every === 0 && <DayName x={middle} text={formatDay(day)} />}
            {isPeak(bar) && (
              <PeakValue
                x={Math.min(Math.max(middle, left + 24), width - 30)}
                y={y(Number(value)) - 7}
                text={format(value)}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** At most, of a label of 12 px: a Korean letter is as wide as it is high. */
const widthOf = (label: string): number =>
  [...label].reduce((width, letter) => width + (letter > '\u1100' ? 12 : 8), 0);

interface BarProps {
  readonly value: string;
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
  readonly isAccented?: boolean;
  readonly isDashed?: boolean;
}

function Bar({ value, x, width, y, isAccented = false, isDashed = false }: BarProps) {
  const zero = y(0);
  const end = y(Number(value));
  // A value above zero is visible.
  const top = Math.min(zero, Number(value) > 0 ? Math.min(end, zero - 1) : end);
  const colour = isAccented ? 'var(--color-accent)' : 'var(--color-line-strong)';
  return (
    <rect
      x={x}
      y={top}
      width={Math.max(1, width)}
      height={Math.max(zero, end) - top}
      rx={Math.min(3, width / 3)}
      fill={isDashed ? 'var(--color-well)' : colour}
      {...(isDashed && { stroke: colour, strokeDasharray: '3 3' })}
    />
  );
}

const PeakValue = ({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    fill="var(--color-fg)"
    fontWeight="650"
    stroke="var(--color-canvas)"
    strokeWidth="8"
    paintOrder="stroke"
  >
    {text}
  </text>
);

const DayName = ({ x, text }: { readonly x: number; readonly text: string }) => (
  <text x={x} y={height - 5} textAnchor="middle" fill="var(--color-fg-subtle)">
    {text}
  </text>
);

const compact = {
  ko: new Intl.NumberFormat('ko-KR', { notation: 'compact', maximumFractionDigits: 2 }),
  en: new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 }),
} as const;
