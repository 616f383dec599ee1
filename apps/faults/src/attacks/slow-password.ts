/**
 * A password of 128 characters that zxcvbn takes more than a second to check, because nearly every character may stand
 * for several letters.
 */
export const slowPassword =
  "afo4f5g4ltfo7@6df5!tl08f2t61t%fd7tc0e8|84i3652s${3[3(zxe74$xz29e8do%7$t!a@6lt{{8<33%7(0716<z7xf|f(tf@@l9t%7713l%<$s64{(xl@s0s[27";
