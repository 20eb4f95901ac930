-- The name of someone who is erased leaves the words of a charge; amounts and everything else stand as they were.
DROP TRIGGER `charges_stand`;--> statement-breakpoint
CREATE TRIGGER `charges_stand` BEFORE UPDATE OF `booking_id`, `act_id`, `traveler_id`, `kind`, `price_cents`, `paid_cents`, `undoes_id`, `refund_id`, `payment_id`, `code_id`, `taken_off`, `created_at` ON `charges` BEGIN SELECT raise(abort, 'A charge is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `charges_words_stand` BEFORE UPDATE OF `words` ON `charges` WHEN instr(new.`words`, '(erased)') = 0 BEGIN SELECT raise(abort, 'A charge is never changed'); END;
