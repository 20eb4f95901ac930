-- `folded` takes the letters of Persian and Arabic keyboards, and the digits of every script, for one: what is
-- stored for the search is folded once more. Contacts are written into their index by its trigger.
UPDATE `booking_words` SET `words` = folded(`words`) WHERE `words` <> folded(`words`);
--> statement-breakpoint
UPDATE `contact_inquiries` SET `first_name` = `first_name` WHERE `first_name` || `last_name` || `email` GLOB '*[^ -~]*';
