/** Why something about people, PINs and rights was not done; see `reasons.ts`. */
export const STAFF_REASONS = {
  pin_four_digits: "This PIN was refused: it must have 4 to 12 digits.",
  pin_six_digits: "This PIN was refused: it must have 6 to 12 digits.",
  pin_pattern:
    "This PIN was refused: it is a pattern, and those are tried first. Choose digits with no run, repetition, mirrored half or line of the keypad.",
  pin_date: "This PIN was refused: it may be a birthday, and those are tried first. Choose digits that are no date.",
  pin_common: "This PIN was refused: it is among the most common ones. Choose digits that nobody would guess.",
  pin_changed_often: "A PIN may be changed three times a day. Try again in {{hours}} h. No money moved.",
  pin_demo: "This PIN was refused: it is the demo's, which everybody can read. Choose another.",
  pin_same: "The two PINs differ. Type the same PIN twice.",
  pin_taken: "This PIN was refused: it cannot be used here. Choose another.",
  pin_new_role: "The new role needs a new PIN, of at least 6 digits. Nothing was changed.",
  pin_of_approver: "the PIN of a person who may do this",
  pin_own: "this person's own PIN",
  staff_name_taken: "a name that nobody else here has",
  staff_not_known: "This person is not known at this till.",
  staff_full: "A till knows at most {{most}} people. Remove one of them first.",
  staff_last_owner: "A till has at least one owner. Make another person an owner first.",
  staff_has_owner: "This till has an owner already: only they can add another.",
  staff_wrong_pin: "That PIN is not known at this till.",
  staff_locked_out: "Too many wrong PINs. Try again in {{minutes}} min. No money moved.",
  staff_may_not_approve: "{{name}} may not approve this. No money moved.",
} as const satisfies Record<string, string>;
