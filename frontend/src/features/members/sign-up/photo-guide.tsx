import { useTexts } from '../../../i18n/index.ts';
import type { Opened } from '../../../ui/dialog.tsx';
import { Guide } from './guide.tsx';

/** How to hold the card: face and card in one picture, both readable. */
export default function PhotoGuide(dialog: Opened) {
  const { t } = useTexts();
  return (
    <Guide
      {...dialog}
      title={t('guide.photoTitle')}
      pictureLabel={t('guide.photoPicture')}
      height={170}
      dos={[t('guide.photoDo1'), t('guide.photoDo2'), t('guide.photoDo3')]}
      donts={[t('guide.photoDont1'), t('guide.photoDont2')]}
    >
      {/* A person beside their card, and two pictures that will not do: the card over the face, the card cut off. */}
      <Frame x={8} width={152} good>
        <Person x={64} y={62} scale={1} />
        <Card x={98} y={86} scale={1} />
      </Frame>
      <Frame x={174} width={74}>
        <Person x={37} y={64} scale={0.72} />
        <Card x={20} y={46} scale={0.66} />
      </Frame>
      <Frame x={256} width={74}>
        <Person x={30} y={64} scale={0.72} />
        <Card x={54} y={96} scale={0.66} />
      </Frame>
    </Guide>
  );
}

interface FrameProps {
  readonly x: number;
  readonly width: number;
  readonly good?: boolean;
  readonly children: React.ReactNode;
}

function Frame({ x, width, good, children }: FrameProps) {
  const colour = good === true ? 'var(--color-accent)' : 'var(--color-danger)';
  const middle = width / 2;
  return (
    <svg aria-hidden="true" x={x} y="4" width={width} height="162" viewBox={`0 0 ${width} 162`}>
      <svg aria-hidden="true" width={width} height="132">
        <rect
          x="0.75"
          y="0.75"
          width={width - 1.5}
          height="130.5"
          rx="10"
          fill="var(--color-raised)"
          stroke={colour}
        />
        {children}
      </svg>
      <circle cx={middle} cy="149" r="9" fill={colour} />
      <path
        d={good === true ? `m${middle - 4} 149 3 3 5-6` : `m${middle - 3} 146 6 6m0-6-6 6`}
        stroke="var(--color-raised)"
        strokeWidth="2"
      />
    </svg>
  );
}

interface PlacedProps {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

function Person({ x, y, scale }: PlacedProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-44 110V68c2-26 20-38 44-38s42 12 44 38v42z" fill="var(--color-line)" />
      <circle r="26" fill="var(--color-well)" stroke="var(--color-line-strong)" />
      <path
        d="M-26-2c0-22 12-30 26-30s26 8 26 30c-6-10-14-14-26-14S-20-12-26-2z"
        fill="var(--color-fg-muted)"
      />
      <circle cx="-9" cy="2" r="2.2" fill="var(--color-fg)" />
      <circle cx="9" cy="2" r="2.2" fill="var(--color-fg)" />
      <path d="M-7 12c4 4 10 4 14 0" stroke="var(--color-fg)" strokeWidth="1.8" />
    </g>
  );
}

function Card({ x, y, scale }: PlacedProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect
        width="50"
        height="33"
        rx="4"
        fill="var(--color-canvas)"
        stroke="var(--color-accent)"
        strokeWidth="1.6"
      />
      <rect x="5" y="6" width="12" height="15" rx="2" fill="var(--color-line-strong)" />
      <path d="M22 9h20M22 15h22M22 21h14M5 27h34" stroke="var(--color-fg-subtle)" strokeWidth="2.4" />
      <path
        d="M-3 22c3-5 8-4 9 0s-3 8-7 9"
        fill="var(--color-well)"
        stroke="var(--color-line-strong)"
        strokeWidth="1.4"
      />
    </g>
  );
}
