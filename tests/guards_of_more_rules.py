"""The mends of rules that went wrong at the table, each with the test that fails without it: R18 to R34."""

from collections.abc import Mapping

from tests.guard import Change, Guard

_TABLE = "tests/table"

OF_MORE_RULES: Mapping[str, Guard] = {
    "R18 a hireling's own attack can be set": Guard(
        "table/bridge/bounds.py",
        '("agility", "brawn", "cunning", "attack")',
        '("agility", "brawn", "cunning")',
        f"{_TABLE}/fight/test_outlook.py::test_a_hirelings_own_attack_can_be_set",
    ),
    "R18 a morale number above the die is shown": Guard(
        "faces/views/fight/peril.py",
        "under {stands[-1].last + 1 if under is None else under}",
        "under {stands[-1].last + 1}",
        f"{_TABLE}/fight/test_outlook.py::test_a_morale_number_above_the_die_is_shown_as_it_is",
    ),
    "R18 the dead earn nothing": Guard(
        "table/town/experience.py",
        "return person.alive and person.role in _EARNING",
        "return person.role in _EARNING",
        f"{_TABLE}/road/test_on_the_way.py::test_the_dead_neither_travel_nor_march_nor_earn",
    ),
    "R18 the dead do not march": Guard(
        "table/world/groups.py",
        "known.people or known.people[who].alive)",
        "known.people or True)",
        f"{_TABLE}/road/test_on_the_way.py::test_the_dead_neither_travel_nor_march_nor_earn",
    ),
    "R18 the dead do not travel": Guard(
        "table/world/travel_costs.py",
        "len(group.members) - dead + caravan",
        "len(group.members) + caravan",
        f"{_TABLE}/road/test_on_the_way.py::test_the_dead_neither_travel_nor_march_nor_earn",
    ),
    "R18 the dead do not sleep in camp": Guard(
        "table/road/night.py",
        "        for person in play.now.living_in(group)\n    }\n",
        "        for person in play.now.those_in(group)\n    }\n",
        f"{_TABLE}/road/test_camp.py::test_the_dead_do_not_sleep",
    ),
    "R18 the dead take nothing that is found": Guard(
        "table/road/encounter_die.py",
        "Carried(finders[0].id)",
        "Carried(party.members[0])",
        f"{_TABLE}/road/test_encounter_die.py::test_what_is_found_on_the_road_goes_to_the_living",
    ),
    "R18 those who come back march where they did": Guard(
        "table/exploration/splitting.py",
        "    return _placed(stays.members, goes.members, _order_before(stays, goes))\n",
        "    return (*stays.members, *goes.members)\n",
        f"{_TABLE}/encounter/test_settled.py::test_who_comes_back_marches_in_the_old_place",
    ),
    "R18 first aid takes the time that its button says": Guard(
        "table/treatment/healing.py",
        "    return step_of(known, who) or Seconds(min(TURN, times * MINUTE))\n",
        "    return step_of(known, who) or Seconds(TURN)\n",
        f"{_TABLE}/road/test_camp.py::test_first_aid_in_camp_takes_the_time_its_button_says",
    ),
    "R18 treatment takes the time that its button says": Guard(
        "table/treatment/toxins.py",
        "    return step_of(known, who) or TURN\n",
        "    return TURN\n",
        f"{_TABLE}/site/test_cost_in_time.py::test_treating_the_sick_shows_the_turn_or_round_that_it_takes",
    ),
    "R19 motives are Sovereign's": Guard(
        "table/encounter/start.py",
        "if kind not in set(Creature) or play.now.house.reaction is not Reaction.SOVEREIGN:",
        "if kind not in set(Creature):",
        f"{_TABLE}/encounter/test_settled.py::test_motives_and_surprise_are_sovereigns_alone",
    ),
    "R19 surprise on 2d6 is Sovereign's": Guard(
        "table/encounter/start.py",
        "not encounter.stunned and known.house.reaction is Reaction.SOVEREIGN:",
        "not encounter.stunned:",
        f"{_TABLE}/encounter/test_settled.py::test_motives_and_surprise_are_sovereigns_alone",
    ),
    "R19 the undead wait for no reaction roll": Guard(
        "faces/views/encounter/encounter.py",
        'return f"No reaction roll: they are {plain}"',
        'return "Reaction not rolled yet"',
        "tests/http/test_keys_of_screens.py::test_the_undead_wait_for_no_reaction_roll",
    ),
    "R20 after a fight there is one count": Guard(
        "table/fight/end.py",
        "            kept.append((replace(seen, count=shown), truth))\n",
        "            kept.append((seen, truth))\n",
        f"{_TABLE}/encounter/test_counts.py::test_an_encounter_after_a_fight_counts_those_who_are_left",
    ),
    "R20 a row without creatures is an event": Guard(
        "table/exploration/wandering.py",
        "    return site is not None and creatures in site.creatures and site.creatures[creatures].is_event\n",
        "    return False\n",
        f"{_TABLE}/exploration/test_pending_encounters.py::test_a_row_without_creatures_is_an_event_that_is_told",
    ),
    "R20 lint warns of a row without creatures": Guard(
        "exchange/campaignfile/references.py",
        '        if "creatures" not in entry.fields:\n',
        "        if False:\n",
        "tests/faces/test_pages.py::test_lint_warns_of_what_may_not_be_meant",
    ),
    "R21 the way out takes a turn for every room": Guard(
        "table/site/leaving.py",
        "        way = () if _at_once(play.now, self) else way_out(play.now, group)\n",
        "        way = ()\n",
        f"{_TABLE}/site/test_leaving.py::test_the_way_out_takes_a_turn_for_every_room",
    ),
    "R22 a day without travel is rest on a march": Guard(
        "table/body/activity.py",
        "    if travels or isinstance(scene, Fight | Chase):\n",
        "    if travels or isinstance(scene, Fight | Chase) or type(scene).__name__ == 'Hike':\n",
        f"{_TABLE}/road/test_hike.py::test_a_day_without_travel_is_rest_also_on_a_march",
    ),
    "R22 a march can end": Guard(
        "table/road/hike.py",
        "            play.end(self.group)\n",
        "",
        f"{_TABLE}/road/test_hike.py::test_a_march_can_end",
    ),
    "R23 the stretches of a night are added": Guard(
        "table/treatment/nights.py",
        "    if night is None or not night.goes_on(began, now):\n",
        "    if True:\n",
        f"{_TABLE}/treatment/test_nights.py::test_hours_slept_in_a_night_add_up_over_a_watch",
    ),
    "R24 the drowsy throw after the idle hours": Guard(
        "table/treatment/drowsiness.py",
        "return None if minutes is None else Seconds(drowsy.since + minutes * MINUTE - before)",
        "return None if minutes is None else drowsy.since",
        f"{_TABLE}/treatment/test_sleep.py::test_six_idle_hours_are_three_throws_though_one_falls_on_the_fatigue",
    ),
    "R24 on the march nobody throws": Guard(
        "table/treatment/drowsiness.py",
        "who, travels=time.travels)",
        "who, travels=False)",
        f"{_TABLE}/road/test_hike.py::test_people_on_the_march_do_not_nod_off",
    ),
    "R25 a shortage of water is charged for the hours before": Guard(
        "table/body/meals.py",
        'go_short(play, who, "thirst", outcome.fp - needs.dry, cause=THIRST, to=to)',
        'go_short(play, who, "thirst", min(1, outcome.fp - needs.dry), cause=THIRST, to=to)',
        f"{_TABLE}/body/test_privation.py::test_the_sheet_loses_what_thirst_is_ruled_to_cost",
    ),
    "R26 an injury goes by the hours marched": Guard(
        "table/road/hike.py",
        "            given = fatigue.stopped(play.now, person, hike.hours, effort=True)\n",
        "            given = fatigue.stopped(play.now, person, Fraction(1), effort=True)\n",
        f"{_TABLE}/road/test_on_the_way.py::test_an_injury_from_the_march_goes_by_the_hours_marched",
    ),
    "R26 an injury is felt without a camp too": Guard(
        "table/road/hike.py",
        "    if hike is None or not hike.hours or hike.day >= day_number(campaign, group.time):\n",
        "    if True:\n",
        f"{_TABLE}/road/test_on_the_way.py::test_an_injury_from_the_march_is_felt_without_a_camp_too",
    ),
    "R26 an injury is felt once": Guard(
        "table/exploration/splitting.py",
        "        walkers = _noted(inner.walkers, outer.walkers, follows.members)\n",
        "        walkers = {**outer.walkers, **inner.walkers}\n",
        f"{_TABLE}/road/test_on_the_way.py::test_an_injury_that_was_felt_does_not_come_back_from_the_others",
    ),
    "R27 the round of the fall is the fight's own": Guard(
        "table/body/wounds.py",
        "Fallen(person.scars, max(1, fight.round) if fight is not None else 1)",
        "Fallen(person.scars, 1)",
        f"{_TABLE}/fight/test_dying_in_fights.py::test_by_violence_the_round_of_the_fall_is_the_fights_own",
    ),
    "R27 no round is charged that nobody played": Guard(
        "table/fight/end.py",
        "    return fight.round - 1 if untouched else fight.round\n",
        "    return fight.round\n",
        f"{_TABLE}/fight/test_dying_in_fights.py"
        "::test_a_fight_that_is_broken_off_charges_no_round_that_nobody_played[untouched]",
    ),
    "R27 a short fight spares battle fatigue": Guard(
        "table/fight/end.py",
        "    given = battle(\n        rounds,\n",
        "    given = battle(\n        max(10, rounds),\n",
        f"{_TABLE}/fight/test_rounds.py::test_a_fight_of_five_rounds_tires_nobody",
    ),
    "R28 the caravan changes on the way": Guard(
        "table/road/travel_day.py",
        "            play.go_on(self.group, replace(day, caravan=self.caravan))\n",
        "",
        f"{_TABLE}/road/test_on_the_way.py::test_the_caravan_changes_on_the_way",
    ),
    "R28 a march can be split": Guard(
        "table/exploration/splitting.py",
        "not isinstance(group.scene, TravelDay | Hike):\n",
        "not isinstance(group.scene, TravelDay):\n",
        f"{_TABLE}/road/test_on_the_way.py::test_a_march_can_be_split_and_joined_again",
    ),
    "R28 an effect without a duration has no deadline": Guard(
        "table/state/deadlines.py",
        "        return self.due >= NEVER\n",
        "        return False\n",
        f"{_TABLE}/road/test_on_the_way.py::test_an_effect_without_a_duration_shows_no_deadline",
    ),
    "R28 hit points without a maximum are the maximum": Guard(
        "table/characters/characters.py",
        "person = replace(person, hp_max=max(person.hp, person.hp_max))",
        "person = replace(person)",
        f"{_TABLE}/characters/test_characters.py::test_hit_points_without_a_maximum_are_the_maximum",
    ),
    "R28 nobody has more hit points than at most": Guard(
        "table/referee/adjustable.py",
        '    if setting.field == "hp_max" and value < person.hp:\n',
        "    if False:\n",
        f"{_TABLE}/referee/test_adjust.py::test_refused",
    ),
    "R29 supplies that are due stay due among others": Guard(
        "table/exploration/splitting.py",
        "        inner = replace(inner, must_provision=hungry, owes_forage=owes)\n",
        "",
        f"{_TABLE}/road/test_on_the_way.py::test_those_who_must_eat_must_eat_when_they_have_joined_the_others",
    ),
    "R29 a night in a site is checked turn by turn": Guard(
        "table/treatment/sleep.py",
        "        if clock_of(play.group(self.group)) is not None:\n            begin_wait(",
        "        if False:\n            begin_wait(",
        f"{_TABLE}/treatment/test_nights.py::test_a_night_in_a_site_is_checked_turn_by_turn",
        (
            Change(
                "table/exploration/turns.py",
                "    return isinstance(scene, Exploring) and scene.begun and clock.number_now(group) > scene.number\n",
                "    return False\n",
            ),
        ),
    ),
    "R29 supplies are used by the day": Guard(
        "table/body/privation.py",
        "    again = needs.supped == today\n",
        "    again = False\n",
        f"{_TABLE}/body/test_privation.py::test_several_sleeps_in_a_day_use_up_a_day_s_food_and_water",
    ),
    "R30 days in bed add up": Guard(
        "table/treatment/frailty.py",
        "(frail.marks.get(_IN_BED, 0) if frail.marks.get(_IN_BED_UNTIL) == begins else 0)",
        "0",
        f"{_TABLE}/treatment/test_healing.py::test_days_in_bed_add_up_while_nothing_breaks_them",
    ),
    "R31 the round in which a fight ends is left to the dying": Guard(
        "table/fight/rounds.py",
        "        if not (dying and unfinished and end.ending(field) is not None):\n",
        "        if True:\n",
        f"{_TABLE}/fight/test_dying_in_fights.py::test_the_round_in_which_a_fight_ends_is_left_to_the_dying",
    ),
    "R32 what lasts a turn ends with a turn": Guard(
        "table/bridge/time_units.py",
        "    return Seconds(now + this_turn + in_steps(TURN, clock))\n",
        "    return Seconds(now + TURN)\n",
        f"{_TABLE}/exploration/test_turn_grid.py::test_who_is_stabilised_in_the_same_turn_rises_at_the_same_moment",
    ),
    "R32 rounds outside turns are part of the turn": Guard(
        "table/exploration/dungeon_clock.py",
        "Seconds(self.step - (group.time - group.turns_from) % self.step)",
        "self.step",
        f"{_TABLE}/exploration/test_turn_grid.py::test_rounds_in_a_turn_are_part_of_it",
    ),
    "R33 different speeds need no split": Guard(
        "table/exploration/delve_rounds.py",
        "        if boundary is Boundary.END and not all(",
        "        if False and not all(",
        f"{_TABLE}/exploration/test_delve_order.py"
        "::test_delvers_of_different_speeds_need_no_split_and_share_the_dungeon_turn",
    ),
    "R33 groups share one hazard die": Guard(
        "table/exploration/delve_rounds.py",
        "        if not closed:\n",
        "        if True:\n",
        f"{_TABLE}/exploration/test_delve_order.py::test_a_group_that_lags_behind_rolls_no_second_die",
    ),
    "R33 nobody loses a move": Guard(
        "table/exploration/delve_rounds.py",
        "        return not turn.action and (not turn.free_move or job_of(campaign, who) is not None)\n",
        "        return not turn.action\n",
        f"{_TABLE}/exploration/test_delve_order.py::test_a_round_does_not_end_while_someone_has_a_move",
    ),
    "R34 recovering goes on for many rounds": Guard(
        "table/site/waiting.py",
        "        elif stretch.doing is None or everybody(play, stretch.group, stretch.doing):\n",
        "        elif stretch.doing is None:\n",
        f"{_TABLE}/site/test_repeated_deeds.py::test_everybody_recovers_for_three_rounds",
    ),
    "R34 searching ends when something is found": Guard(
        "table/site/group_deeds.py",
        "        if any(_ends_the_search(told.event) for told in play.told[before:]):\n",
        "        if False:\n",
        f"{_TABLE}/site/test_repeated_deeds.py::test_they_search_until_something_is_found",
    ),
    "R34 the real timer runs at the table": Guard(
        "table/exploration/delve_rounds.py",
        "        restart_round_timer(play, group)\n",
        "",
        f"{_TABLE}/exploration/test_real_timer.py::test_every_round_starts_the_timer_again",
    ),
    "R34 ammunition is spent": Guard(
        "table/exploration/ammunition.py",
        "        play.tell(ThingPlaced(replace(quiver, shot=quiver.shot + 1)), to=around(who))\n",
        "        pass\n",
        f"{_TABLE}/fight/test_attack.py::test_every_shot_takes_a_missile_from_the_quiver",
    ),
    "R34 ammunition is gathered": Guard(
        "table/exploration/ammunition.py",
        "            play.tell(ThingPlaced(replace(quiver, shot=0, spent=quiver.spent + missing)), to=around(who))\n",
        "            pass\n",
        f"{_TABLE}/exploration/test_ammunition.py::test_a_recover_gathers_what_is_neither_destroyed_nor_lost",
    ),
    "R34 those who are dragged weigh on the dragger": Guard(
        "table/exploration/dragging.py",
        "        points=DRAG_TEAMMATE,\n",
        "        points=0,\n",
        f"{_TABLE}/exploration/test_dragging.py::test_the_dead_weigh_on_the_person_who_drags_them",
    ),
    "R34 pursuers have modifiers of their own": Guard(
        "table/fight/chase.py",
        "    npc, *pack = _modifiers(play, command, kinds) or (",
        "    npc, *pack = (",
        f"{_TABLE}/fight/test_chase.py::test_pursuers_have_modifiers_and_paces_of_their_own",
    ),
    "R34 a trap that is a pit has spikes": Guard(
        "table/site/sprung_traps.py",
        "Fraction(trap.feet), to=caught.to, spikes=trap.spikes)",
        "Fraction(trap.feet), to=caught.to)",
        f"{_TABLE}/site/test_traps.py::test_spikes_at_the_bottom_of_a_trap_add_their_dice",
    ),
    "R34 a pit has spikes": Guard(
        "table/site/crossing.py",
        "    obstacles.go_down(play, group, obstacle, who)\n"
        "    fall(play, who, Fraction(obstacle.feet or 0), to=to, spikes=obstacle.spikes)\n",
        "    obstacles.go_down(play, group, obstacle, who)\n    fall(play, who, Fraction(obstacle.feet or 0), to=to)\n",
        f"{_TABLE}/site/test_crossing.py::test_spikes_at_the_bottom_add_their_dice_to_the_fall",
    ),
}
