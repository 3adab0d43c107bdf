"""The mends of rules that went wrong at the table, each with the test that fails without it: R1 to R17."""

from collections.abc import Mapping

from tests.guard import Change, Guard

_TABLE = "tests/table"

OF_RULES: Mapping[str, Guard] = {
    "R1 every turn of battering is noisy": Guard(
        "table/exploration/turns.py",
        "Activity.BATTER if job.noisy else Activity.FEAT, job.what)",
        "Activity.FEAT, job.what)",
        f"{_TABLE}/site/test_battering.py::test_battering_draws_a_check_for_the_noise_in_every_turn",
    ),
    "R1 the noise draws a check in Violence's turns": Guard(
        "table/exploration/violence_turns.py",
        'for why in ("", wandering.NOISE) if scene.battering else ("",):',
        'for why in ("",):',
        f"{_TABLE}/exploration/test_violence_turns.py::test_battering_draws_a_die_of_its_own",
    ),
    "R1 the noise draws a hazard die in delve rounds": Guard(
        "table/exploration/delve_rounds.py",
        "if self.scene(play, each).battering]",
        "if False]",
        f"{_TABLE}/exploration/test_delve_rounds.py::test_battering_converts_turns_and_is_noisy",
    ),
    "R1 noise is heard of those who come back": Guard(
        "table/exploration/splitting.py",
        "battering=scene.battering or other.battering) if isinstance(both, NOISY) else both\n",
        "battering=scene.battering) if isinstance(both, NOISY) else both\n",
        f"{_TABLE}/site/test_battering.py::test_the_noise_of_those_who_come_back_in_the_same_turn_draws_its_check",
    ),
    "R1 noise goes with those who make it": Guard(
        "table/exploration/splitting.py",
        "    return replace(apart, battering=apart.battering and noisy) if isinstance(apart, NOISY) else apart\n",
        "    return apart\n",
        f"{_TABLE}/site/test_battering.py::test_the_noise_stays_with_the_person_who_batters[maud]",
    ),
    "R1 noise goes along with those who make it": Guard(
        "table/exploration/splitting.py",
        "        play.go_on(whole.id, replace(stays.scene, battering=False))\n",
        "        pass\n",
        f"{_TABLE}/site/test_battering.py::test_the_noise_stays_with_the_person_who_batters[ulf]",
    ),
    "R2 a failed force makes no noise": Guard(
        "table/site/battering.py",
        "clock_of(group), group.scene, lapse is Lapse.BATTERING",
        "clock_of(group), group.scene, True",
        f"{_TABLE}/site/test_battering.py::test_forcing_a_stuck_door_costs_its_turns_and_makes_no_noise",
    ),
    "R3 work fills the next turns of its workers": Guard(
        "table/exploration/spare_time.py",
        "    yield from at_work(known, who)\n    group = known.group_of(who)",
        "    group = known.group_of(who)",
        f"{_TABLE}/site/test_battering.py::test_work_at_a_door_fills_every_turn_of_its_workers",
        (
            Change(
                "table/exploration/turns.py",
                "if job is not None and clock is not None and scene is not None and not clock",
                "if False and job is not None and clock is not None and scene is not None and not clock",
            ),
        ),
    ),
    "R3 work ends without its workers": Guard(
        "table/site/work.py",
        "    return next((LeaveWork(job.id) for job in left), None)",
        "    return next((LeaveWork(job.id) for job in left if False), None)",
        f"{_TABLE}/site/test_work.py::test_work_goes_on_without_a_worker_who_falls_and_ends_without_any",
    ),
    "R3 nobody acts again after a split": Guard(
        "table/exploration/splitting.py",
        "        going = _noted(scene.going, other.going, of_other)\n",
        "        going = {**scene.going, **other.going}\n",
        f"{_TABLE}/exploration/test_delve_order.py::test_who_has_acted_has_acted_when_the_others_come_back",
    ),
    "R4 a spot that is named is found": Guard(
        "table/site/search.py",
        "    meant = features_meant(play, group, person.id, said, secrets=not sure)\n",
        "    meant: list[Feature] = []\n",
        f"{_TABLE}/site/test_search.py::test_the_player_who_names_the_spot_finds_it_without_a_roll",
    ),
    "R4 the way that would find it finds it": Guard(
        "table/site/spots.py",
        "best(said, feature.where, feature.answer)",
        "best(said, feature.where)",
        f"{_TABLE}/site/test_search.py::test_the_way_that_finds_a_secret_finds_it",
    ),
    "R4 the referee's card says where things are": Guard(
        "faces/views/dungeon/room.py",
        'where = f"where: {feature.where}" if feature.where else ""',
        'where = ""',
        f"{_TABLE}/site/test_search.py::test_the_referees_card_says_where_things_are_hidden",
    ),
    "R5 time does not pass over an encounter": Guard(
        "table/exploration/turns.py",
        "            yield from undealt(known, group)\n",
        "            pass\n",
        f"{_TABLE}/exploration/test_pending_encounters.py::test_time_does_not_pass_over_an_encounter",
    ),
    "R5 a turn waits for its encounter": Guard(
        "table/exploration/turns.py",
        "        or bool(pending_encounters(campaign, group))\n",
        "",
        f"{_TABLE}/exploration/test_pending_encounters.py::test_a_turn_does_not_end_by_itself_over_an_encounter",
    ),
    "R6 a throw that falls on the fatigue is thrown": Guard(
        "table/treatment/sleep.py",
        "        record(play, who, replace(needs, sleep=pool))\n",
        "        record(play, who, replace(needs, sleep=pool, drowsy=None))\n",
        f"{_TABLE}/treatment/test_sleep.py::test_six_idle_hours_are_three_throws_though_one_falls_on_the_fatigue",
        (Change("table/engine/due_timers.py", "            timer.lapse,\n", "            timer.id,\n"),),
    ),
    "R7 the first day awake counts, however long the time": Guard(
        "table/treatment/sleep.py",
        "    if counts_sleep(play.now.house) and time.until >= A_DAY:\n",
        "    if False:\n",
        f"{_TABLE}/treatment/test_sleep.py::test_time_awake_in_one_go_costs_what_it_costs_in_parts",
    ),
    "R8 waning resources end a spell without a duration": Guard(
        "table/exploration/overloaded_turns.py",
        "        if not timer.lasting:\n",
        "        if not timer.lasting and not timer.endless:\n",
        f"{_TABLE}/exploration/test_overloaded_turns.py"
        "::test_waning_resources_end_every_spell_but_lasting_enchantments",
    ),
    "R9 delvers act in marching order": Guard(
        "table/exploration/delve_rounds.py",
        "        yield from _not_yet(known, group, scene, who, activity)\n",
        "",
        f"{_TABLE}/exploration/test_delve_order.py::test_delvers_act_in_marching_order",
    ),
    "R9 the referee lets others go first": Guard(
        "table/exploration/delve_rounds.py",
        "    return turn.action and not turn.waits and job_of(known, who) is None\n",
        "    return turn.action and job_of(known, who) is None\n",
        f"{_TABLE}/exploration/test_delve_order.py::test_the_referee_lets_others_go_first",
    ),
    "R10 the stakes tell what failure brings": Guard(
        "table/rulings/rulings.py",
        'said = (trial.stakes.failure.rstrip("."), brings)',
        'said = (trial.stakes.failure.rstrip("."),)',
        f"{_TABLE}/rulings/test_rulings.py::test_the_log_says_what_is_at_stake",
    ),
    "R11 an unlit room shows what can be felt": Guard(
        "table/world/darkness.py",
        "    return not zone.lit and not campaign.lights_of(group.id)\n",
        "    return False\n",
        f"{_TABLE}/exploration/test_going_dark.py"
        "::test_an_unlit_room_shows_what_can_be_felt_and_nothing_else[sovereign]",
    ),
    "R11 nobody searches in the dark": Guard(
        "table/site/search.py",
        "        if not sees(known, self.who):\n",
        "        if False:\n",
        f"{_TABLE}/exploration/test_going_dark.py::test_nobody_searches_in_the_dark",
    ),
    "R11 the last light going out is told": Guard(
        "table/world/darkness.py",
        "    if dark or (spent and group.site is None):\n",
        "    if False:\n",
        f"{_TABLE}/exploration/test_going_dark.py::test_the_light_that_burns_out_says_it_at_its_moment",
    ),
    "R11 who comes into the dark is told": Guard(
        "table/exploration/going_dark.py",
        "        if dark and (unlit is None or not unlit.dark):\n",
        "        if False:\n",
        f"{_TABLE}/exploration/test_going_dark.py::test_they_may_go_on_in_the_dark_and_are_told_once",
    ),
    "R11 creatures in the dark are not recognised": Guard(
        "table/world/sight.py",
        "    return seen if known or not is_blind(campaign, campaign.groups[group]) else unrecognised(seen)",
        "    return seen",
        f"{_TABLE}/exploration/test_going_dark.py::test_the_referee_may_let_them_meet_what_is_there_in_the_dark",
    ),
    "R11 darksight sees": Guard(
        "table/world/darkness.py",
        "    return is_dark(campaign, group) and not seers(campaign, group.id)",
        "    return is_dark(campaign, group)",
        f"{_TABLE}/exploration/test_going_dark.py::test_a_person_who_has_darksight_sees_and_tells_the_others",
    ),
    "R11 in the dark there is no map": Guard(
        "faces/views/dungeon/zone_map.py",
        "    if truth is None and seen is not None and is_blind(known, group):\n",
        "    if False:\n",
        f"{_TABLE}/exploration/test_going_dark.py::test_in_the_dark_players_have_no_map_on_any_clock",
    ),
    "R12 no morning at midnight": Guard(
        "table/road/camp.py",
        "        get_up(play, group)\n",
        "        wake(play, group)\n",
        f"{_TABLE}/road/test_camp.py::test_getting_up_in_the_night",
    ),
    "R12 no day's points before dawn": Guard(
        "table/road/camp.py",
        "    if road_day(play.now, play.group(group).time) > day.day:\n",
        "    if True:\n",
        f"{_TABLE}/road/test_camp.py::test_getting_up_in_the_night",
    ),
    "R12 after an encounter the night goes on": Guard(
        "table/road/camp_sleep.py",
        "min(SLEEP, camp.slept.get(who, 0) + max(0, until - start) - on_watch)",
        "min(SLEEP, max(0, until - start) - on_watch)",
        f"{_TABLE}/road/test_camp.py::test_after_an_encounter_at_midnight_the_night_goes_on",
    ),
    "R12 too little sleep is no matter where sleep is off": Guard(
        "table/road/night.py",
        'slept too little." if short and counts_sleep(now.house) else ""',
        'slept too little." if short else ""',
        f"{_TABLE}/road/test_camp.py::test_nobody_counts_sleep_where_the_house_does_not",
    ),
    "R13 the odds beside a march are those of the house": Guard(
        "table/engine/part.py",
        "read = known.house.applied(rule, given) if rule is not None and given is not None else None",
        "read = given",
        f"{_TABLE}/road/test_hike.py::test_the_odds_beside_the_march_are_those_of_the_roll",
    ),
    "R14 a split opens nothing that is settled": Guard(
        "table/exploration/splitting.py",
        "    known_creatures.share(play, whole.id, new.id)\n",
        "",
        f"{_TABLE}/encounter/test_settled.py::test_a_split_does_not_start_an_encounter_again",
        (Change("table/encounter/start.py", "others.known_to and not others.let_be\n", "others.known_to\n"),),
    ),
    "R14 what is settled with one group is settled for all": Guard(
        "table/encounter/start.py",
        "others.known_to and not others.let_be\n",
        "others.known_to\n",
        f"{_TABLE}/encounter/test_settled.py"
        "::test_what_is_settled_with_one_group_is_settled_for_a_group_that_parted_before",
    ),
    "R14 a reaction that was rolled counts again": Guard(
        "table/encounter/start.py",
        "        total=others.reaction,\n",
        "",
        f"{_TABLE}/encounter/test_settled.py::test_a_creatures_reaction_counts_when_it_is_met_again",
    ),
    "R14 groups can be switched in an encounter": Guard(
        "faces/web/templates/live/encounter/encounter.html",
        """{% endfor %}\n  {% include "live/table/group_chips.html" %}\n""",
        "{% endfor %}\n",
        "tests/faces/test_group_chips.py::test_groups_can_be_switched[in an encounter]",
    ),
    "R14 groups can be switched in a fight": Guard(
        "faces/web/templates/live/fight/rounds.html",
        """{% endfor %}\n  {% include "live/table/group_chips.html" %}\n""",
        "{% endfor %}\n",
        "tests/faces/test_group_chips.py::test_groups_can_be_switched[in a fight]",
    ),
    "R14 groups can be switched on the road": Guard(
        "faces/web/templates/live/road/day_track.html",
        """{% endfor %}\n  {% include "live/table/group_chips.html" %}\n""",
        "{% endfor %}\n",
        "tests/faces/test_group_chips.py::test_groups_can_be_switched[on the road]",
    ),
    "R15 a plan before the first step begins when they set out": Guard(
        "table/road/new_day.py",
        "        return new_day(known, group, day)\n",
        "        return new_day(known, group, day) if day else TravelDay(1, tp_max=_points(known))\n",
        f"{_TABLE}/road/test_on_the_way.py::test_the_planned_arrival_is_the_same_before_and_after_setting_out",
    ),
    "R16 hours of the strip stand still": Guard(
        "faces/views/dungeon/strip.py",
        "    since = group.turns_from\n",
        "    since = None\n",
        f"{_TABLE}/exploration/test_turn_grid.py::test_time_that_is_no_turn_never_relabels_the_strip",
    ),
    "R16 talk takes a turn of the count": Guard(
        "table/exploration/encounter_turns.py",
        "    for number in range(turns):\n",
        "    for number in range(0):\n",
        f"{_TABLE}/exploration/test_turn_grid.py::test_talk_takes_a_turn_of_the_count",
    ),
    "R16 the count follows the clock": Guard(
        "table/exploration/turns.py",
        "    return isinstance(scene, Exploring) and scene.begun and clock.number_now(group) > scene.number\n",
        "    return False\n",
        f"{_TABLE}/exploration/test_turn_grid.py::test_time_that_is_no_turn_never_relabels_the_strip",
    ),
    "R17 tools that rules know can be bought": Guard(
        "table/gear/tools.py",
        "    PICK: _IRON,\n    SHOVEL: _IRON,\n",
        "",
        f"{_TABLE}/gear/test_tools.py::test_every_tool_that_a_rule_asks_for_is_an_item",
    ),
    "R17 a thing called a shovel is one": Guard(
        "table/state/things.py",
        "    return words[-len(wanted) :] == wanted and",
        "    return False and",
        f"{_TABLE}/gear/test_tools.py::test_a_thing_called_shovel_digs_as_a_shovel",
    ),
}
