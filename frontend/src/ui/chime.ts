/** Two short tones, made here: nothing has to be fetched for them. */
const tones = [
  { hertz: 880, fromSeconds: 0 },
  { hertz: 1318.5, fromSeconds: 0.11 },
] as const;
const toneSeconds = 0.22;
const loudest = 0.12;

/** A message and the notification of it come together and are heard as one. */
const atMostEveryMs = 1_000;

let audio: AudioContext | undefined;
let last = Number.NEGATIVE_INFINITY;

/** Opening the sound takes a slow phone a tenth of a second: the touch is answered first. Browsers still count it as the touch's. */
const openAfterMs = 100;

/** Browsers play no sound before the user has interacted with the page: the first interaction enables it. */
export function unlockChime(): () => void {
  const gestures = ['pointerdown', 'keydown'] as const;
  const forget = () => {
    for (const gesture of gestures) document.removeEventListener(gesture, unlock, true);
  };
  const open = () => {
    audio ??= 'AudioContext' in window ? new AudioContext() : undefined;
    audio?.resume().catch(() => undefined);
  };
  const unlock = () => {
    forget();
    setTimeout(open, openAfterMs);
  };
  for (const gesture of gestures) document.addEventListener(gesture, unlock, true);
  return forget;
}

/** Says that something is new. Silent until unlocked. */
export function chime(): void {
  if (audio?.state !== 'running' || performance.now() - last < atMostEveryMs) return;
  last = performance.now();
  for (const { hertz, fromSeconds } of tones) {
    const from = audio.currentTime + fromSeconds;
    const tone = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loudest, from + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + toneSeconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + toneSeconds);
  }
}
