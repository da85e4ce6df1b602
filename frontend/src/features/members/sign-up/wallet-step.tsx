import { usePublicSettings } from '../../../api/public-settings.ts';
import { useTexts } from '../../../i18n/index.ts';
import { onDemandDialog } from '../../../ui/on-demand.tsx';
import { GuideButton } from './guide-button.tsx';
import { TextField } from './text-field.tsx';

const WalletGuide = onDemandDialog(() => import('./wallet-guide.tsx'));

export function WalletStep() {
  const { t } = useTexts();
  const group = usePublicSettings()?.messagingGroupUrl;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <TextField
          name="tetherAddress"
          label={t('member.tetherAddress')}
          hint={t('signUp.walletHint')}
          wraps
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          tidy={(typed) => typed.replace(/\s/g, '')}
        />
        <GuideButton label={t('signUp.walletGuideOpen')} Guide={WalletGuide} />
      </div>
      <TextField
        name="referralCode"
        label={t('member.referralCode')}
        hint={
          <>
            {t('signUp.referralHint')}{' '}
            {group == null ? (
              t('signUp.referralFrom')
            ) : (
              <>
                {t('signUp.referralGroup')}{' '}
                <a href={group} target="_blank" rel="noreferrer" className="text-accent hover:underline">
                  {t('forgotten.openGroup')}
                </a>
              </>
            )}
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <TextField
        name="telegram"
        label={t('member.telegram')}
        hint={t('signUp.telegramHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        tidy={(typed) => typed.replace(/^@+|\s/g, '')}
      />
    </div>
  );
}
