import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { otherSide } from '@matgyo/contracts/ids';
import { type RefObject, useId } from 'react';
import { isFailure } from '../../../../api/call-failure.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChangedBand } from '../../../../ui/changed-band.tsx';
import { FieldError, TextInput } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form-page.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { Loading, Skeleton } from '../../../../ui/placeholder.tsx';
import { consentersOf, type Preview } from './match-calls.ts';
import { MatchDock } from './match-dock.tsx';
import { MatchPreview } from './match-preview.tsx';
import { ProposalList } from './proposal-list.tsx';
import { type DraftForm, useMatchDraft } from './use-match-draft.ts';
import { type MatchQuestion, useMatchQuestion } from './use-match-question.ts';

const MatchConfirm = onDemand(() => import('./match-confirm.tsx'));
const SameAccount = onDemand(() => import('./same-account.tsx'));

/** They are shown beside the amount, where they can be corrected. */
const amountRefusals = [
  'AMOUNT_EXCEEDS_OPEN',
  'USDT_NOT_POSITIVE',
  'WON_ROUND_TO_ZERO',
  'AMOUNT_TOO_LARGE',
] as const;

interface MatchFormProps {
  readonly order: AdminOrderView;
  readonly question: MatchQuestion;
  /** Filled with the action of the key M. */
  readonly askMatch: RefObject<(() => void) | undefined>;
  readonly onDone: () => void;
}

/** Proposes counterparts for an open order, previews the match, and asks for confirmation. */
export function MatchForm({ order, question, askMatch, onDone }: MatchFormProps) {
  const { t, failureText } = useTexts();
  const form = useMatchDraft(order);
  const { draft, pasted } = form;
  const { data: preview, error } = form.preview;
  const asking = useMatchQuestion(form, question, askMatch);
  const { setMissing } = asking;
  const label = useMatchLabel(preview?.[otherSide(order.side)].nickname ?? '', preview);
  const trouble = failureText(error);
  const isOfAmount = isFailure(error, ...amountRefusals);
  const blocked = trouble !== undefined && !isFailure(error, 'SAME_ACCOUNT');
  const choose = (next: string | undefined) => {
    form.choose(next);
    setMissing(false);
    asking.setWaiting(false);
  };
  return (
    <>
      <GoneProposals
        form={form}
        onRenew={() => {
          form.renew();
          choose(undefined);
        }}
      />
      <Form
        aria-label={t('match.title')}
        data-stop
        // Without a box of its own, so that the dock sticks to the panel's edge.
        className="contents"
        onSubmit={() => asking.ask()}
      >
        <MatchFields
          form={form}
          asking={asking}
          trouble={isOfAmount ? undefined : trouble}
          onChoose={choose}
        />
        <MatchDock form={form} refused={isOfAmount ? trouble : undefined}>
          {pasted !== '' && (
            <Button variant="quiet" onClick={() => choose(undefined)}>
              {t('place.clear')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            className="min-w-0 flex-auto"
            off={form.amountInvalid || form.priceInvalid || blocked}
          >
            <span className="min-w-0 whitespace-normal break-words py-1">{label}</span>
            <Kbd className="max-md:hidden">M</Kbd>
          </Button>
        </MatchDock>
      </Form>
      {question.subject !== undefined && (
        <MatchConfirm
          draft={draft}
          seen={question.subject}
          now={preview ?? question.subject}
          trouble={question.isOpen && error !== null ? error : undefined}
          open={question.isOpen}
          onClose={question.close}
          onSameAccount={() => {
            question.close();
            asking.setSameAccount(true);
          }}
          onDone={() => {
            question.close();
            form.drop(draft.counterpartId);
            choose(undefined);
            onDone();
          }}
        />
      )}
      {asking.sameAccount && <SameAccount onClose={() => asking.setSameAccount(false)} />}
    </>
  );
}

interface PasteFieldProps {
  readonly form: DraftForm;
  readonly asking: ReturnType<typeof useMatchQuestion>;
}

interface MatchFieldsProps extends PasteFieldProps {
  readonly trouble: string | undefined;
  readonly onChoose: (counterpartId: string) => void;
}

/** The proposals, a field for an order that is not among them, and the preview of a match with the chosen one. */
function MatchFields({ form, asking, trouble, onChoose }: MatchFieldsProps) {
  const { failureText } = useTexts();
  return (
    <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      {form.proposalsError !== null ? (
        <p className="text-danger text-small">{failureText(form.proposalsError)}</p>
      ) : form.proposals === undefined ? (
        <ProposalSkeleton />
      ) : (
        <ProposalList form={form} proposals={form.proposals} onChoose={onChoose} />
      )}
      <PasteField form={form} asking={asking} />
      {form.draft.counterpartId !== '' && <MatchPreview form={form} trouble={trouble} />}
    </div>
  );
}

function useMatchLabel(nickname: string, preview: Preview | undefined): string {
  const { t, formatUsdt, formatPrice } = useTexts();
  if (preview === undefined) return t('match.match');
  return preview.beyondLimit.length > 0
    ? t('match.askWith', { nickname: consentersOf(preview), price: formatPrice(preview.price) })
    : t('match.matchWith', { nickname, amount: formatUsdt(preview.amount) });
}

interface GoneProposalsProps {
  readonly form: DraftForm;
  readonly onRenew: () => void;
}

/** The proposals that can no longer be matched, and a button for new ones. */
function GoneProposals({ form: { gone, picked }, onRenew }: GoneProposalsProps) {
  const { t, formatUsdt } = useTexts();
  if (gone.length === 0) return null;
  return (
    <ChangedBand
      by={undefined}
      changes={gone.map(({ counterpart: { _id, userId, open } }) => ({
        label: userId.nickname,
        before: formatUsdt(open),
        now: picked === _id ? t('match.choseGone') : t('match.gone'),
      }))}
      action={{ label: t('match.renew'), run: onRenew }}
      className="-order-1 -mx-5 px-5"
    />
  );
}

function PasteField({ form, asking }: PasteFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const { side } = form.order;
  const label = t(`match.paste.${side}`);
  const missing = asking.missing ? t(`match.needs.${side}`) : undefined;
  const several = form.pasteFault === 'several' ? t('match.namesSeveral') : undefined;
  const error = form.pasteFault === 'none' ? t('match.namesNone') : (several ?? missing);
  return (
    <div>
      <TextInput
        id={id}
        aria-label={label}
        placeholder={label}
        value={form.pasted}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          form.paste(event.target.value);
          asking.setMissing(false);
        }}
        className="text-small"
      />
      <FieldError id={id} error={error} />
    </div>
  );
}

function ProposalSkeleton() {
  return (
    <Loading>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex justify-between py-3">
          <Skeleton className="w-28" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </Loading>
  );
}
