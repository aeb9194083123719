export const TILL_REASONS = {
  storage_stopped:
    "The till's disk failed, so the till has stopped writing. Nothing was written or sent, and no money moved. Restart the till. If this happens again, replace the disk.",
  storage_full:
    "The till's disk is full. Nothing was written or sent, and no money moved. Free some space on this machine, then try again.",
  storage_sync:
    "The till's disk failed while writing this. Nothing was sent and no money moved. Restart the till, and check whether this was saved before you repeat it.",
  storage_failed:
    "The till's disk failed while writing this. Nothing was sent and no money moved. Restart the till. If this happens again, replace the disk.",
  storage_damaged:
    "The till's data is damaged. Nothing was written or sent, and no money moved. Restart the till to see which backup to restore.",
  storage_busy:
    "Another program is using the till's data. Nothing was written or sent, and no money moved. Close that program, then try again.",
  storage_gone:
    "The till cannot reach its data. Nothing was written or sent, and no money moved. Check that the data folder exists, then restart the till.",
  reservations_changed: "These reservations have changed. Nothing was done. Check them, then decide again.",
  reservations_sum: "{{sum}}, the current total of these reservations",
  export_busy: "Another export is in progress. Wait until it is done.",
  export_disk_full:
    "The till's disk is full, so no export was written. Free some space on this machine, then try again.",
  export_saft_decimals:
    "SAF-T has fewer decimals than amounts in {{currency}}. No file was written. Export CSV or JSON instead.",
  export_none: "This export, or a file in it, does not exist.",
  export_gone: "This export's files are no longer on the till. Create it again.",
  export_stopped: "The till was stopped during the export. Nothing was saved.",
  export_no_room: "The disk is full, so the export was not saved. Free some space, then try again.",
  export_no_access: "The till cannot write to its data folder, so the export was not made.",
  export_period: "a date not before the start",
  kiosk_offline: "The payment service cannot be reached, so this kiosk cannot sell. No money moved. Try again later.",
  kiosk_credentials:
    "The payment service does not accept this till's key, so this kiosk cannot sell. No money moved. Call the owner.",
  kiosk_damaged: "The till's data is damaged, so this kiosk cannot sell. No money moved. Ask staff to check the till.",
  kiosk_clock: "This machine's clock is wrong, so this kiosk cannot sell. No money moved. Ask staff to set the clock.",
  kiosk_printer:
    "Receipts cannot be printed, so this kiosk cannot sell. No money moved. Ask staff to check the printer.",
  kiosk_machine_sells:
    "This kiosk sells through its vending machine. No payment was started and no money moved. Choose a product from the machine.",
  kiosk_number_again:
    "Two requests to this phone number were not approved, so wait ten minutes. Nothing was sent and no money moved. Use another number, or the code if one is shown.",
  kiosk_numbers:
    "Requests were sent to too many phone numbers in the last hour. Nothing was sent and no money moved. Use the code if one is shown, or try again later.",
  kiosk_none: "This till is not in kiosk mode.",
  kiosk_asking: "A customer is paying. Wait until the payment ends or cancel it, then try again. No money moved.",
  tip_not_asked: "The customer is not being asked for a tip now. Nothing was added, and no money moved.",
  shell_no_window_yet: "The till's window is not open yet.",
  shell_no_window: "This till has no window of its own to take out of kiosk mode. Close its page where it was opened.",
  shell_no_program:
    "This till runs in a browser or without a window. Only the installed desktop till can start automatically.",
  shell_no_pages: "This till has no pages.",
  shell_not_installed: "Only an installed till can start automatically.",
  shell_platform: "This system cannot start programs at sign-in.",
  shell_not_taken: "The system refused the change. Nothing was changed. Check its settings for programs at sign-in.",
  bundle_no_folder: "This window cannot open a folder. Download the file instead.",
  bundle_kiosk: "A kiosk cannot open folders. The support file is on this machine's disk.",
  bundle_disk_full: "The disk is full. Free some space first.",
  bundle_not_written: "The support file could not be written ({{code}}).",
  bundle_gone: "This support file no longer exists. Create a new one.",
  print_no_printer:
    "No receipt printer is set up, so nothing was printed. Print from this window, or ask the owner to set one up.",
  print_none: "This print does not exist.",
  print_under_way: "This is being printed and can no longer be cancelled. Check the printer.",
  catalogue_changed: "Another user changed the products in the meantime. Your change was not saved.",
  picture_room:
    "Pictures may use at most {{most}} MiB in total, so this one was not added. Remove pictures from products first; their space is freed a day later.",
  picture_unknown: "This picture no longer exists.",
} as const satisfies Record<string, string>;
