/** Result sounds: two notes up for paid, two down for not paid. Synthesized, no files. */
import type { Payment } from "../../contract/payments/views.ts";
import { lookOf, type Tone } from "../kit/appearance.ts";
import { afterFrame } from "../kit/browser.ts";

const NOTES: Partial<Record<Tone, readonly number[]>> = {
  paid: [660, 880],
  reserved: [660, 660],
  failed: [330, 220],
  attention: [330, 330, 330],
};
const NOTE_S = 0.14;
const VOLUME = 0.12;

let context: AudioContext | null = null;

/** Plays a payment's result; silent where the browser blocks sound. */
export function soundFor(payment: Payment): void {
  const notes = NOTES[lookOf(payment).tone];
  if (!notes || (payment.phase === "authorised" && payment.action === "SALE")) return;
  // Plays after the result is painted.
  void afterFrame().then(() => playAll(notes));
}

/** Plays the paid sound even when sounds are off, to test the machine. */
export function soundSample(): void {
  playAll(NOTES.paid ?? []);
}

function playAll(notes: readonly number[]): void {
  context ??= new AudioContext();
  const audio = context;
  for (const [at, frequency] of notes.entries()) play(audio, frequency, audio.currentTime + at * NOTE_S);
}

function play(audio: AudioContext, frequency: number, at: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(VOLUME, at + 0.015);
  gain.gain.linearRampToValueAtTime(0, at + NOTE_S);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + NOTE_S);
}
