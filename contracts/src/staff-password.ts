/** Of what people make passwords of when they have to be long: words of the common lists, in English and as typed in Korea. */
const commonWords =
  'administrator|administration|superadmin|sysadmin|superuser|superman|supervisor|manager|master|admin|root|matgyo|tether|usdt|solana|bitcoin|crypto|wallet|' +
  'passphrase|password|passwort|passwd|pass|contrasena|secret|secure|security|welcome|changeme|change|letmein|login|signin|default|temporary|temp|' +
  'iloveyou|trustnoone|whatever|sunshine|princess|football|baseball|basketball|dragon|monkey|shadow|michael|jennifer|computer|internet|samsung|iphone|' +
  'qwertyuiop|asdfghjkl|zxcvbnm|qwerty|asdfgh|zxcvbn|qwer|asdf|zxcv|qazwsxedc|qazwsx|qaz|wsx|edc|abcdefghijkl|abcdefgh|abcdef|abcd|abc|' +
  'korea|seoul|daehan|minguk|saranghae|hangul|tpgus|dkssud|qlalfqjsgh|qlqjs|rhksflwk|aksejs|' +
  'spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|' +
  'company|office|server|system|account|money|trade|hello|world|test|user|guest|demo|love|god|star|king|the|my|is|a';
const common = new RegExp(commonWords, 'g');

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

const shortest = 12;
/** What has to be left of it without common words, digits, symbols and repetitions. */
const fewestOwn = 4;

/**
 * Whether a password is good enough for an admin or manager: twelve characters, and not only common words, digits and
 * symbols, however they are written. The lists of known passwords hold little of that length but such combinations.
 */
export function isStaffPassword(password: string): boolean {
  if ([...password].length < shortest) return false;
  const lower = password.toLowerCase();
  const spelledOut = lower.replace(/[0134578@$!]/g, (sign) => digitsForLetters[sign] ?? sign);
  return [lower, spelledOut].every((text) => ownCharacters(text) >= fewestOwn);
}

const ownCharacters = (text: string): number =>
  new Set(text.replace(/[^\p{L}]+/gu, '').replace(common, '')).size;
