/**
 * Draws the photos of the sample: `node apps/api/scripts/draw-sample-photos.mjs` writes apps/api/samples. The drawings
 * are our own, and they are committed, so that a first start needs no image library.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const SIZE = 800;
const dark = "#2b2622";

const circle = (x, y, r, fill) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const ellipse = (x, y, rx, ry, fill, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`;
const path = (d, fill) => `<path d="${d}" fill="${fill}"/>`;
const line = (d, width = 8, stroke = dark) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** Draws a shape and its mirror image on the other side of the face. */
const both = (shape) => `${shape}<g transform="translate(${SIZE} 0) scale(-1 1)">${shape}</g>`;

const eye = (iris) => both(circle(315, 400, 34, iris) + circle(315, 402, 22, "#1d1a18") + circle(306, 392, 8, "#fff"));
const mouth = (y) => line(`M400 ${y} v26 M400 ${y + 26} q-26 30 -56 12 M400 ${y + 26} q26 30 56 12`);
const collar = (colour) =>
  path("M225 668 Q400 760 575 668 L585 716 Q400 812 215 716 Z", colour) + circle(400, 772, 26, "#f2c14e");

const stripes = (colour) =>
  line("M400 205 v70 M345 215 l14 58 M455 215 l-14 58", 18, colour) +
  both(line("M176 452 l62 -8 M182 512 l58 -14", 16, colour));

const cat = ({ coat, mark, muzzle = mark, iris = "#d9b44a", isStriped, isLong, points }) =>
  [
    both(path("M170 330 L192 110 Q200 92 216 104 L372 222 Z", points ?? coat)),
    both(path("M206 268 L216 158 L296 222 Z", "#e8a79a")),
    path("M190 800 Q200 640 400 640 Q600 640 610 800 Z", coat),
    isLong ? both(path("M172 400 L96 470 L160 480 L112 560 L190 560 L168 632 L290 620 Z", coat)) : "",
    ellipse(400, 425, 240, 218, coat),
    isStriped ? stripes(mark) : "",
    points ? ellipse(400, 470, 150, 150, points) : ellipse(400, 515, 132, 96, muzzle),
    eye(iris),
    path("M368 470 Q400 458 432 470 Q424 504 400 508 Q376 504 368 470 Z", "#d97b78"),
    mouth(506),
    both(line("M276 520 L130 498 M276 544 L136 560", 5, points ? "#f3ece2" : "#6b625a")),
  ].join("");

const dog = ({ coat, mark, ears = mark, muzzle = mark, iris = "#6b4423", earShape = "floppy", patch, tongue }) =>
  [
    earShape === "pointed" ? both(path("M180 340 L150 96 Q156 76 176 90 L350 230 Z", ears)) : "",
    path("M170 800 Q190 640 400 640 Q610 640 630 800 Z", coat),
    ellipse(400, 410, 226, 236, coat),
    patch ? ellipse(492, 370, 104, 122, patch, 12) : "",
    path("M400 190 Q448 330 420 420 L380 420 Q352 330 400 190 Z", muzzle),
    ellipse(400, 530, 138, 118, muzzle),
    earShape === "floppy"
      ? both(path("M236 220 Q120 208 104 350 Q92 500 168 540 Q226 548 232 430 Q236 320 276 246 Z", ears))
      : "",
    earShape === "folded" ? both(path("M222 268 Q166 150 96 190 Q74 260 148 330 Q190 352 222 268 Z", ears)) : "",
    earShape === "curly"
      ? both([170, 150, 140, 146, 170].map((x, at) => circle(x, 280 + at * 62, 62, ears)).join("")) +
        [300, 350, 400, 450, 500].map((x) => circle(x, 200, 58, ears)).join("")
      : "",
    eye(iris),
    path("M338 470 Q400 440 462 470 Q456 520 400 530 Q344 520 338 470 Z", dark),
    ellipse(378, 474, 18, 8, "#6d635c"),
    tongue ? path("M366 566 Q400 580 434 566 L430 640 Q400 672 370 640 Z", "#e77f86") : "",
    mouth(530),
  ].join("");

const rabbit = ({ coat, mark, inner = "#eab3aa", earLength = 1 }) =>
  [
    both(
      `<g transform="translate(300 300) rotate(-10) scale(1 ${earLength})">${ellipse(0, -130, 62, 190, coat)}${ellipse(0, -120, 32, 148, inner)}</g>`,
    ),
    path("M200 800 Q210 660 400 660 Q590 660 600 800 Z", coat),
    ellipse(400, 470, 214, 204, coat),
    both(ellipse(348, 556, 66, 56, mark)),
    path("M400 270 Q440 380 424 470 L376 470 Q360 380 400 270 Z", mark),
    `<g transform="translate(0 40)">${eye("#5b4636")}</g>`,
    path("M374 514 Q400 504 426 514 Q418 540 400 544 Q382 540 374 514 Z", "#d98a86"),
    mouth(542),
    path("M380 590 h40 v40 q-20 10 -40 0 Z", "#fff"),
  ].join("");

const bird = ({ coat, mark, beak, comb, crest, cheek }) =>
  [
    crest ? path("M400 250 Q340 90 430 40 Q410 120 470 90 Q430 160 480 160 Q440 220 450 260 Z", crest) : "",
    comb ? [350, 400, 450].map((x) => circle(x, 190, 48, comb)).join("") : "",
    path("M150 800 Q150 520 400 500 Q650 520 650 800 Z", coat),
    both(path("M170 800 Q150 640 240 580 Q300 680 260 800 Z", mark)),
    ellipse(400, 390, 190, 196, coat),
    cheek ? both(circle(268, 452, 44, cheek)) : "",
    eye("#2b2622"),
    path("M340 440 Q400 400 460 440 Q440 520 400 548 Q360 520 340 440 Z", beak),
    line("M348 456 Q400 480 452 456", 5, "#8a5a1e"),
    comb ? both(ellipse(380, 572, 22, 40, comb)) : "",
  ].join("");

const backgrounds = ["#cfe3dc", "#f3d9c4", "#d5ddf0", "#f1e3b8", "#e6d3e8", "#cfe0c3"];
const collars = ["#c8553d", "#2f6f8f", "#588157", "#7b4b94"];

/** The faces, by the names in apps/api/src/pets/sample/sample-data.ts and in their order. */
const portraits = {
  Taffy: bird({ coat: "#a9713f", mark: "#7d4f2a", beak: "#efb443", comb: "#cf3f34" }),
  Aeos: bird({ coat: "#f7f3e6", mark: "#dcd6c6", beak: "#d8c9a8", crest: "#f6dc6b", cheek: "#f0965a" }),
  Prince: bird({ coat: "#3f8f5b", mark: "#2c6b45", beak: "#e7a13a", cheek: "#7cc08f" }),
  Kitty: cat({ coat: "#e9dcc6", mark: "#5a4636", points: "#5a4636", iris: "#6fb7d6" }),
  Taylor: cat({ coat: "#8f9398", mark: "#686c72", muzzle: "#f4f1ec", isStriped: true, iris: "#9cbf5a" }),
  Nyla: cat({ coat: "#9a7650", mark: "#5e4429", muzzle: "#f4ede0", isStriped: true }),
  Toad: cat({ coat: "#7a5a3c", mark: "#d2893f", muzzle: "#d8b892", isStriped: true, isLong: true }),
  Star: cat({ coat: "#2f2c2d", mark: "#2f2c2d", muzzle: "#f6f3ee", iris: "#b7c95a" }),
  Blynn: cat({ coat: "#e39a4b", mark: "#b86a22", muzzle: "#f7e3c8", isStriped: true, iris: "#8db255" }),
  Lola: cat({ coat: "#f4efe6", mark: "#cfc5b6", muzzle: "#fffaf2", isLong: true, iris: "#6fb7d6" }),
  Fred: cat({ coat: "#2b292b", mark: "#3a3739", iris: "#e0b93f" }),
  Kyleigh: cat({ coat: "#6f7780", mark: "#59616a", muzzle: "#7d8690", iris: "#e3a33a" }),
  Frank: dog({ coat: "#a8703f", mark: "#f5ece0", ears: "#8a5830", earShape: "pointed" }),
  Luke: dog({ coat: "#d9b07a", mark: "#f3e6d0", ears: "#bf9058", tongue: true }),
  Lucy: dog({ coat: "#c98a4a", mark: "#fbf4ea", ears: "#a86a2e", earShape: "pointed", tongue: true }),
  Seth: dog({ coat: "#2d2a2b", mark: "#f2eee8", ears: "#232021", earShape: "folded" }),
  Mia: dog({ coat: "#7f8a96", mark: "#f1efec", ears: "#69747f", earShape: "folded", iris: "#7fa0b5" }),
  Blessing: dog({ coat: "#b5622f", mark: "#e9c39c", ears: "#93491d", tongue: true }),
  Belle: dog({ coat: "#e7c9a2", mark: "#fbf5ec", ears: "#b98a58" }),
  Sherlock: dog({ coat: "#d8b48a", mark: "#3a302b", ears: "#3a302b", earShape: "folded" }),
  Marcus: dog({ coat: "#f3e9da", mark: "#fffaf2", ears: "#a87646", earShape: "curly" }),
  Blackie: dog({ coat: "#2f2b2a", mark: "#3b3634", ears: "#211e1d", tongue: true }),
  Baby: rabbit({ coat: "#d9b48a", mark: "#fff8ee" }),
  Timmy: rabbit({ coat: "#9a9da2", mark: "#c9ccd0", earLength: 0.62 }),
  Cappucino: rabbit({ coat: "#8d6242", mark: "#d9b48a", earLength: 0.9 }),
};

const draw = (face, at) => {
  const background = backgrounds[at % backgrounds.length];
  const isCollared = at > 2 && at < 22;
  const content = `<rect width="${SIZE}" height="${SIZE}" fill="${background}"/>${face}${isCollared ? collar(collars[at % collars.length]) : ""}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${content}</svg>`;
};

const folder = fileURLToPath(new URL("../samples/", import.meta.url));
await mkdir(folder, { recursive: true });
for (const [at, [name, face]] of Object.entries(portraits).entries()) {
  const image = sharp(Buffer.from(draw(face, at)));
  for (const width of [16, 96, 320, SIZE]) {
    await image
      .clone()
      .resize({ width })
      .webp({ quality: width < 100 ? 30 : 70, effort: 6 })
      .toFile(`${folder}${name.toLowerCase()}-${width}.webp`);
  }
}
