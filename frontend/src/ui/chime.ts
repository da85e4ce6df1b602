/** Two short tones, synthesised so that no file is loaded. */
const tones = [
  { hertz: 880, fromSeconds: 0 },
  { hertz: 1318.5, fromSeconds: 0.11 },
] as const;
const toneSeconds = 0.22;
const loudest = 0.12;

/** A message and its notification arrive together and sound once. */
const atMostEveryMs = 1_000;

let audio: AudioContext | undefined;
let last = Number.NEGATIVE_INFINITY;

/**
 * Opening the audio device takes a slow phone 0.1 s: the touch is handled first. Browsers still count it as part of the
 * gesture.
 */
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

/** Plays the sound. Silent until unlocked. */
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
