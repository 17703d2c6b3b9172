// Five short sounds, made with Web Audio; off until the viewer switches them on.
"use strict";

(() => {
  // A sound is a list of notes: start and frequency, length and loudness, and the shape of the wave.
  const SOUNDS = {
    laid: [[0, 320, 0.05, 0.25, "triangle"], [0.03, 190, 0.07, 0.25, "triangle"]],
    pass: [[0, 260, 0.12, 0.16, "sine"], [0.09, 196, 0.16, 0.16, "sine"]],
    turn: [[0, 659, 0.14, 0.2, "sine"], [0.13, 880, 0.26, 0.2, "sine"]],
    sold: [[0, 140, 0.09, 0.5, "square"], [0.14, 120, 0.12, 0.5, "square"]],
    end: [
      [0, 523, 0.2, 0.2, "sine"], [0.16, 659, 0.2, 0.2, "sine"],
      [0.32, 784, 0.2, 0.2, "sine"], [0.48, 1047, 0.5, 0.2, "sine"],
    ],
  };
  const SOFT = 0.4;
  let context = null;
  let before = look();

  const isOn = () => document.documentElement.dataset.sound === "on";

  function note(start, [delay, pitch, length, loudness, shape]) {
    const wave = context.createOscillator();
    const volume = context.createGain();
    wave.type = shape;
    wave.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness * SOFT, start + delay);
    volume.gain.exponentialRampToValueAtTime(0.001, start + delay + length);
    wave.connect(volume).connect(context.destination);
    wave.start(start + delay);
    wave.stop(start + delay + length);
  }

  function play(name, delay = 0) {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    SOUNDS[name].forEach((each) => note(context.currentTime + delay, each));
  }

  function look() {
    const stage = document.getElementById("stage")?.dataset;
    return {
      lot: stage?.lot,
      floor: stage?.floor,
      passed: document.querySelectorAll(".room--playing .seat__now--passed").length,
      isTurn: document.querySelector("#controls[data-turn]") !== null,
      isOver: document.getElementById("scores") !== null,
    };
  }

  function happened(now) {
    if (now.isOver !== before.isOver) return now.isOver ? "end" : "";
    if (now.lot !== before.lot) return before.lot ? "sold" : "";
    if (now.floor !== before.floor) return "laid";
    return now.passed > before.passed ? "pass" : "";
  }

  function listen() {
    const now = look();
    const name = happened(now);
    const isCalled = now.isTurn && !before.isTurn;
    before = now;
    if (!isOn()) return;
    if (name) play(name);
    if (isCalled) play("turn", name ? 0.3 : 0);
  }

  document.addEventListener("choice", ({ detail }) => {
    if (detail.name === "sound" && detail.value === "on") play("turn");
  });
  document.addEventListener("table:changed", listen);
})();
