import type { CaseEntry, CaseView } from '@matgyo/contracts/endpoints/cases';
import { useState } from 'react';
import { isFailure } from '../../../api/call-failure.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ChangedBand } from '../../../ui/changed-band.tsx';
import { Entry } from '../case-timeline.tsx';

/** The statements of a dispute and of the appeal against its ruling, as the server counts them. */
const statementsOf = ({ timeline }: CaseView): readonly CaseEntry[] =>
  timeline.filter(
    ({ ofThisCase, type }) => ofThisCase && (type === 'CaseStatementAdded' || type === 'CaseAppealed'),
  );

/**
 * Which statements count as read by who decides in a dialog: those of when it was opened. One that comes later may be
 * out of sight, so the decision is refused, and what is shown by the next attempt counts as read.
 */
export function useReadStatements(one: CaseView, isOpen: boolean) {
  const all = statementsOf(one);
  const [atOpening, setAtOpening] = useState(all.length);
  const [read, setRead] = useState(all.length);
  const [wasRefused, setRefused] = useState(false);
  if (!isOpen && atOpening !== all.length) {
    setAtOpening(all.length);
    setRead(all.length);
    setRefused(false);
  }
  return {
    arrived: all.slice(atOpening),
    wasRefused,
    /** How many count as read by an attempt that is made now. */
    attempt(): number {
      const now = wasRefused ? all.length : read;
      setRead(now);
      setRefused(false);
      return now;
    },
    onError: (error: Error) => setRefused(isFailure(error, 'STATEMENTS_ADDED')),
  };
}

interface ArrivedStatementsProps
  extends Pick<ReturnType<typeof useReadStatements>, 'arrived' | 'wasRefused'> {
  readonly one: CaseView;
}

/** The statements that came since the dialog around them was opened; otherwise they would be behind it. */
export function ArrivedStatements({ one, arrived, wasRefused }: ArrivedStatementsProps) {
  const { t } = useTexts();
  if (arrived.length === 0) return null;
  return (
    <div>
      <ChangedBand
        // Not before: it would take the focus from what is being typed.
        takesFocus={wasRefused}
        by={undefined}
        changes={[]}
        text={t('dispute.arrived')}
        className="rounded-lg"
      />
      <ol>
        {arrived.map((entry) => (
          <Entry key={entry._id} one={one} entry={entry} shownAs={entry.type} />
        ))}
      </ol>
    </div>
  );
}
