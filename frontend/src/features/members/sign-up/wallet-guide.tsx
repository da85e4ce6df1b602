import { useTexts } from '../../../i18n/index.ts';
import type { Opened } from '../../../ui/dialog.tsx';
import { Guide } from './guide.tsx';

/** How to find a Solana address for USDT in a wallet: choose USDT, choose Solana, copy the address. */
export default function WalletGuide(dialog: Opened) {
  const { t } = useTexts();
  return (
    <Guide
      {...dialog}
      title={t('guide.walletTitle')}
      pictureLabel={t('guide.walletPicture')}
      height={168}
      dos={[t('guide.walletDo1'), t('guide.walletDo2'), t('guide.walletDo3')]}
      donts={[t('guide.walletDont1'), t('guide.walletDont2')]}
    >
      <g fill="var(--color-raised)" stroke="var(--color-line-strong)">
        {[8, 120, 232].map((x) => (
          <rect key={x} x={x} y="6" width="96" height="156" rx="14" />
        ))}
      </g>
      <CoinScreen />
      <NetworkScreen />
      <AddressScreen />
      {[104, 216].map((x) => (
        <path key={x} d={`M${x + 3} 84h10m-4-4 4 4-4 4`} stroke="var(--color-fg-subtle)" strokeWidth="1.6" />
      ))}
    </Guide>
  );
}

/** The line of a list that is to be touched. */
const chosen = { width: 80, rx: 8, fill: 'var(--color-accent-soft)', stroke: 'var(--color-accent)' } as const;

function CoinScreen() {
  return (
    <g>
      <rect x="20" y="24" width="44" height="7" rx="3.5" fill="var(--color-line)" />
      <rect {...chosen} x="16" y="44" height="32" />
      <circle cx="34" cy="60" r="9" fill="var(--color-accent)" />
      <path d="M29.5 57h9M34 57v7.500" stroke="var(--color-on-accent)" strokeWidth="2" />
      <rect x="50" y="53" width="26" height="5" rx="2.5" fill="var(--color-fg-muted)" />
      <rect x="50" y="62" width="36" height="4" rx="2" fill="var(--color-line-strong)" />
      {[88, 112].map((y) => (
        <g key={y}>
          <circle cx="34" cy={y + 8} r="8" fill="var(--color-well)" />
          <rect x="50" y={y + 2} width="22" height="5" rx="2.5" fill="var(--color-line-strong)" />
          <rect x="50" y={y + 10} width="34" height="4" rx="2" fill="var(--color-line)" />
        </g>
      ))}
    </g>
  );
}

function NetworkScreen() {
  return (
    <g>
      <rect x="132" y="24" width="52" height="7" rx="3.5" fill="var(--color-line)" />
      <rect {...chosen} x="128" y="44" height="28" />
      <text x="138" y="62" fontSize="12" fontWeight="650" fill="var(--color-accent)">
        SOL
      </text>
      <path d="m190 58 4 4 7-8" stroke="var(--color-accent)" strokeWidth="2" />
      {['TRC-20', 'ERC-20'].map((network, index) => (
        <g key={network}>
          <rect x="128" y={82 + index * 36} width="80" height="28" rx="8" fill="var(--color-well)" />
          <text x="138" y={100 + index * 36} fontSize="12" fill="var(--color-fg-subtle)">
            {network}
          </text>
          <path d={`m191 ${92 + index * 36} 8 8m0-8-8 8`} stroke="var(--color-danger)" strokeWidth="1.8" />
        </g>
      ))}
    </g>
  );
}

function AddressScreen() {
  return (
    <g>
      <rect x="254" y="26" width="52" height="52" rx="6" stroke="var(--color-line-strong)" />
      {[
        [260, 32],
        [288, 32],
        [260, 60],
      ].map(([x, y]) => (
        <rect key={`${x}/${y}`} x={x} y={y} width="12" height="12" rx="2" fill="var(--color-fg-muted)" />
      ))}
      <path
        d="M278 34h4v6h-4zM278 46h8v4h-8zM290 50h10v4h-10zM278 58h4v4h-4zM288 60h12v4h-12zM282 66h6v6h-6zM294 68h6v4h-6z"
        fill="var(--color-fg-muted)"
      />
      <rect x="238" y="92" width="84" height="26" rx="7" fill="var(--color-well)" />
      <text x="244" y="109" fontSize="10.5" fill="var(--color-fg)">
        7xKX…gAsU
      </text>
      <path d="M310 101v-3h7v7h-3M307 101h7v7h-7z" stroke="var(--color-accent)" />
      <rect x="244" y="130" width="72" height="16" rx="8" fill="var(--color-accent)" />
    </g>
  );
}
