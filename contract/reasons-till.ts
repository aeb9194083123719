export const TILL_REASONS = {
  storage_stopped:
    "The till's disk failed, so the till writes nothing more. Nothing was written or sent, and no money moved. Start the till again; if this comes back, the disk must be replaced.",
  storage_full:
    "The till's disk is full. Nothing was written or sent, and no money moved. Free some space on this machine, then try again.",
  storage_sync:
    "The till's disk failed while this was being written. Nothing was sent and no money moved. Start the till again and look whether this is there before you repeat it.",
  storage_failed:
    "The till's disk failed while this was being written. Nothing was sent and no money moved. Start the till again; if this comes back, the disk must be replaced.",
  storage_damaged:
    "The till's data is damaged. Nothing was written or sent, and no money moved. Start the till again: it then says which backup to restore.",
  storage_busy:
    "Another program holds the till's data. Nothing was written or sent, and no money moved. Close that program, then try again.",
  storage_gone:
    "The till cannot reach its data. Nothing was written or sent, and no money moved. Look whether the data folder is still there, then start the till again.",
  reservations_changed: "These reservations have changed meanwhile. Nothing was done: look at them, then decide again.",
  reservations_sum: "{{sum}}, what these reservations add up to now",
  export_busy: "Another export is being made. Nothing was written; wait until it is done.",
  export_disk_full: "The till's disk is full: no export is written. Free some space on this machine, then try again.",
  export_saft_decimals:
    "SAF-T has fewer decimals than amounts in {{currency}}. No file was written, and no money moved. Export CSV or JSON instead.",
  export_none: "There is no such export, or it has no such file.",
  export_gone: "This export's files are no longer on the till. Make it again.",
  export_stopped: "The till was stopped while the export was being made. Nothing of it was kept.",
  export_no_room:
    "The disk is full: the export was not made, and nothing of it was kept. Free some space, then try again.",
  export_no_access: "The till may not write into its own data folder: the export was not made.",
  export_period: "not before the beginning",
  kiosk_offline:
    "The payment service cannot be reached, so nothing is sold here. No money moved: try again when it can.",
  kiosk_credentials:
    "The payment service does not accept this till's key, so nothing is sold here. No money moved: call the owner.",
  kiosk_damaged: "The till's data is damaged, so nothing is sold here. No money moved: staff have to look at the till.",
  kiosk_clock: "This machine's clock is wrong, so nothing is sold here. No money moved: staff have to set it right.",
  kiosk_printer:
    "No receipt can be printed, so nothing is sold here. No money moved: staff have to look at the printer.",
  kiosk_machine_sells:
    "The vending machine sells here, so no payment is begun without it. No money moved: choose its products.",
  kiosk_number_again:
    "This phone number was asked here twice and did not approve: it can be asked again after ten minutes. Nothing was sent and no money moved. Use another number, or the code if one is shown.",
  kiosk_numbers:
    "Too many phone numbers were asked here within an hour. Nothing was sent and no money moved. Use the code if one is shown, or try again later.",
  kiosk_none: "This till is not in kiosk mode: its window can be left as it is. No money moved.",
  kiosk_asking:
    "A payment is open at the customer, and is not interrupted. Let it end or cancel it, then try again. No money moved by this.",
  tip_not_asked: "No tip is being asked for now. Nothing was added, and no money moved.",
  shell_no_window_yet: "The till's window is not open yet.",
  shell_no_window:
    "This till opened no window of its own, so there is none to take out of kiosk mode. Close its page where it was opened.",
  shell_no_program:
    "This till runs in a browser, or without a window: only the installed desktop till can start by itself.",
  shell_no_pages: "This till shows no pages.",
  shell_not_installed: "Only an installed till can start by itself.",
  shell_platform: "This platform has no way to start a program with the session.",
  shell_not_taken: "The system did not take it. Nothing was changed: look at its settings for programs at login.",
  bundle_no_folder: "This window cannot open a folder: download the bundle instead.",
  bundle_kiosk: "A kiosk opens no folder: the bundle is on this machine's disk.",
  bundle_disk_full: "The disk is full: make room on it first. No money moved.",
  bundle_not_written: "The support bundle could not be written ({{code}}). No money moved.",
  bundle_gone: "This support bundle is no longer there. Make another one.",
  print_no_printer:
    "No receipt printer is set up. Nothing was printed, and no money moved. Print from this window, or ask the owner to set one up.",
  print_none: "There is no such print. No money moved.",
  print_under_way: "It is being printed just now, and cannot be taken back. No money moved. Look at the printer.",
  catalogue_changed: "Another user changed the products meanwhile. Your change was not saved.",
  picture_room:
    "All pictures together may take {{most}} MiB, and this one is too much. It was not added: remove pictures from products first. They make room a day later.",
  picture_unknown: "This picture is no longer there.",
} as const satisfies Record<string, string>;
