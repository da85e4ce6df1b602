/** Of what people make passwords of when they have to be long: words of the common lists, in English and as typed in Korea. */
const commonWords =
  'administrator|administration|superadmin|sysadmin|superuser|superman|supervisor|manager|master|admin|root|tether|usdt|solana|bitcoin|crypto|wallet|' +
  'passphrase|password|passwort|passwd|pass|contrasena|secret|secure|security|welcome|changeme|change|letmein|login|signin|default|temporary|temp|' +
  'google|naver|kakaotalk|kakao|daum|facebook|instagram|youtube|twitter|telegram|amazon|netflix|coupang|microsoft|windows|android|apple|' +
  'binance|upbit|bithumb|coinone|korbit|hyundai|galaxy|starcraft|pokemon|minecraft|' +
  'iloveyou|trustnoone|whatever|sunshine|princess|football|baseball|basketball|dragon|monkey|shadow|michael|jennifer|computer|internet|samsung|iphone|' +
  'qwertyuiop|asdfghjkl|zxcvbnm|qwerty|asdfgh|zxcvbn|qwer|asdf|zxcv|qazwsxedc|qazwsx|qaz|wsx|edc|' +
  'korea|seoul|busan|daehan|minguk|saranghae|hangul|tpgus|dkssud|qlalfqjsgh|qlqjs|rhksflwk|aksejs|' +
  'spring|summer|autumn|winter|january|february|march|april|june|july|august|september|october|november|december|' +
  'company|office|server|system|account|money|trade|hello|world|test|user|guest|demo|love|star|king';
/** Dates and years are as common. */
const dates = '(?:19[4-9]|20[0-3])\\d(?:(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01]))?';
const common = new RegExp(`${commonWords}|${dates}`, 'g');

const digitsForLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

export const staffPasswordLengthMin = 12;
/** What has to be left of it without common words, dates, sequences, repetitions and symbols. */
const ownCharactersMin = 8;
const distinctCharactersMin = 5;
const ofOneWord = 10;

/** Whose password it is. */
interface Owner {
  readonly nickname: string;
  readonly phone?: string | null;
}

/**
 * Whether a password is good enough for an admin or manager: twelve characters, without the product's name, the owner's
 * nickname or phone, and not made of common words, dates, sequences and one other word, however they are written.
 * Random digits are as good as letters.
 */
export function isStaffPassword(password: string, owner?: Owner): boolean {
  if ([...password].length < staffPasswordLengthMin) return false;
  const lower = password.toLowerCase();
  const spelledOut = spelled(lower);
  if (namesIn(owner).some((name) => spelledOut.includes(spelled(name)))) return false;
  const phone = owner?.phone?.replace(/\D/g, '').slice(-8) ?? '';
  if (phone !== '' && lower.replace(/\D/g, '').includes(phone)) return false;
  return [lower, spelledOut].every(hasEnoughOwn);
}

const spelled = (text: string): string =>
  text.replace(/[0134578@$!]/g, (sign) => digitsForLetters[sign] ?? sign);

/** A shorter nickname is in words by chance. */
const nameLengthMin = 3;
const namesIn = (owner: Owner | undefined): readonly string[] =>
  ['matgyo', '맞교환', owner?.nickname.toLowerCase() ?? ''].filter((name) => name.length >= nameLengthMin);

function hasEnoughOwn(text: string): boolean {
  const pieces = withoutSequences(text.replace(common, ' ')).match(/\p{L}+|\p{N}+/gu) ?? [];
  const own = pieces.join('');
  const isOneWord = pieces.length === 1 && /\p{L}/u.test(own);
  return (
    own.length >= (isOneWord ? ofOneWord : ownCharactersMin) && new Set(own).size >= distinctCharactersMin
  );
}

/** Without characters that repeat, follow (`abc`, `345`) or precede (`cba`) the two before them. */
function withoutSequences(text: string): string {
  let own = '';
  let run = '';
  let step: number | undefined;
  for (const sign of [...text, '\n']) {
    const next = (sign.codePointAt(0) ?? 0) - ([...run].at(-1)?.codePointAt(0) ?? 0);
    const goesOn = run !== '' && Math.abs(next) <= 1 && (step === undefined || step === next);
    if (goesOn) {
      step = next;
      run += sign;
      continue;
    }
    const { length } = [...run];
    own += length >= 3 ? ' ' : step === 0 ? run.slice(0, run.length / 2) : run;
    run = sign;
    step = undefined;
  }
  return own;
}
