import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryLengthMax } from '@matgyo/contracts/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { type KeyboardEvent, useId, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { dateTimeInKorea, timeAgo } from '../../../format/date-time.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { InquiryStatusMark } from '../inquiry-status.tsx';
import { inboxEffects } from './inbox.ts';

interface InboxItemProps {
  readonly inquiry: AdminInquiryView;
}

/** One inquiry in full with its answers and, until it is closed, a field for the next one. */
export function InboxItem({ inquiry }: InboxItemProps) {
  const { t, language } = useTexts();
  const now = useNow(30_000);
  const { userId, comments } = inquiry;
  return (
    <li className="border-line border-b py-5 last:border-0">
      <article aria-labelledby={`inquiry-${inquiry._id}`}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <h2 id={`inquiry-${inquiry._id}`} className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-strong">{t(`inquiry.titles.${inquiry.title}`)}</span>
            <TextLink to={`/admin/users/${userId._id}`} className="text-fg-muted text-small">
              {userId.nickname}
              {userId.username !== userId.nickname && ` (${userId.username})`}
            </TextLink>
          </h2>
          <InquiryStatusMark status={inquiry.status} />
        </div>
        <p className="text-fg-subtle text-small">
          {dateTimeInKorea(inquiry.createdAt)} ·{' '}
          {timeAgo(inquiry.createdAt, now, language) ?? t('time.justNow')}
          {inquiry.closedAt !== null && (
            <>
              {' · '}
              <span className="whitespace-nowrap">
                {t('inbox.closedAt', { at: dateTimeInKorea(inquiry.closedAt) })}
              </span>
            </>
          )}
        </p>
        <p className="mt-2.5 max-w-[46rem] whitespace-pre-wrap">{inquiry.description}</p>
        {comments.length > 0 && (
          <ul className="mt-3.5 grid max-w-[46rem] gap-2">
            {comments.map(({ _id, comment, createdAt, nickname }) => (
              <li key={_id} className="rounded-lg bg-surface px-4 py-3">
                <p className="text-fg-subtle text-micro">
                  {nickname ?? '–'} · {dateTimeInKorea(createdAt)}
                </p>
                <p className="mt-0.5 whitespace-pre-wrap">{comment}</p>
              </li>
            ))}
          </ul>
        )}
        {inquiry.status !== 'inactive' && <AnswerBox inquiry={inquiry} />}
      </article>
    </li>
  );
}

/** The text stays if sending fails. Ctrl or ⌘ with Enter sends it. */
function AnswerBox({ inquiry }: InboxItemProps) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const id = useId();
  const [text, setText] = useDraft(`answer:${inquiry._id}`);
  const [error, setError] = useState<string>();
  const { nickname } = inquiry.userId;
  const answer = useCall(inquiryPaths.commentOnInquiry, {
    ...inboxEffects,
    done: t('inbox.answered', { nickname }),
    failed: t('inbox.answerFailed'),
    // Not in `mutate`, whose callbacks do not run once the row has left the list. What was typed since stays.
    onDone: (_answer, { body }) => {
      if (text.trim() === body?.comment) setText('');
    },
  });
  const send = () => {
    if (answer.isPending) return;
    const comment = text.trim();
    if (comment === '') {
      setError(errorTexts('COMMENT_REQUIRED'));
      document.getElementById(id)?.focus();
      return;
    }
    answer.mutate(
      { params: { id: inquiry._id }, body: { comment } },
      { onError: (failure) => setError(failureText(failure, t('inbox.answerFailed'))) },
    );
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <Form className="mt-3.5 max-w-[46rem]" onSubmit={send}>
      <label htmlFor={id} className="sr-only">
        {t('inbox.answerTo', { nickname })}
      </label>
      <textarea
        id={id}
        rows={text === '' ? 1 : 3}
        maxLength={inquiryLengthMax}
        value={text}
        placeholder={t('inbox.placeholder')}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onKeyDown={onKey}
        className="block w-full resize-y rounded-md border border-line-strong bg-canvas px-3 py-2 -outline-offset-1 aria-invalid:border-danger"
      />
      <div className="mt-1.5">
        <FieldError id={id} error={error} />
      </div>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button type="submit" size="medium" busy={answer.isPending}>
          {t('inbox.answer')}
        </Button>
        <CloseInquiry inquiry={inquiry} />
      </div>
    </Form>
  );
}

/** Warns if the inquiry is unanswered. */
function CloseInquiry({ inquiry }: InboxItemProps) {
  const { t } = useTexts();
  const { nickname } = inquiry.userId;
  const close = useCall(inquiryPaths.closeInquiry, {
    ...inboxEffects,
    done: t('inbox.closed', { nickname }),
    failed: t('inbox.closeFailed'),
  });
  return (
    <ConfirmButton
      size="medium"
      variant="quiet"
      label={t('inbox.close')}
      title={t('inbox.closeTitle', { nickname })}
      confirmLabel={t('inbox.closeYes', { nickname })}
      text={inquiry.comments.length === 0 ? t('inbox.closeUnanswered') : t('inbox.closeText')}
      busy={close.isPending}
      onConfirm={(done) => close.mutate({ params: { id: inquiry._id }, body: {} }, { onSettled: done })}
    />
  );
}
