#include "include/CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Each file of the folder `page`, in the order of their paths. A test compares the two.
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char scripts_address_js[] = {
#embed "page/scripts/address.js"
};
static const unsigned char scripts_app_js[] = {
#embed "page/scripts/app.js"
};
static const unsigned char scripts_blocks_js[] = {
#embed "page/scripts/blocks.js"
};
static const unsigned char scripts_commands_js[] = {
#embed "page/scripts/commands.js"
};
static const unsigned char scripts_detail_js[] = {
#embed "page/scripts/detail.js"
};
static const unsigned char scripts_dom_js[] = {
#embed "page/scripts/dom.js"
};
static const unsigned char scripts_elements_acts_js[] = {
#embed "page/scripts/elements/acts.js"
};
static const unsigned char scripts_elements_body_js[] = {
#embed "page/scripts/elements/body.js"
};
static const unsigned char scripts_elements_byte_side_js[] = {
#embed "page/scripts/elements/byte-side.js"
};
static const unsigned char scripts_elements_bytes_js[] = {
#embed "page/scripts/elements/bytes.js"
};
static const unsigned char scripts_elements_cache_js[] = {
#embed "page/scripts/elements/cache.js"
};
static const unsigned char scripts_elements_changes_js[] = {
#embed "page/scripts/elements/changes.js"
};
static const unsigned char scripts_elements_chips_js[] = {
#embed "page/scripts/elements/chips.js"
};
static const unsigned char scripts_elements_compare_js[] = {
#embed "page/scripts/elements/compare.js"
};
static const unsigned char scripts_elements_conditions_js[] = {
#embed "page/scripts/elements/conditions.js"
};
static const unsigned char scripts_elements_cookies_js[] = {
#embed "page/scripts/elements/cookies.js"
};
static const unsigned char scripts_elements_endpoints_js[] = {
#embed "page/scripts/elements/endpoints.js"
};
static const unsigned char scripts_elements_exchange_js[] = {
#embed "page/scripts/elements/exchange.js"
};
static const unsigned char scripts_elements_filter_js[] = {
#embed "page/scripts/elements/filter.js"
};
static const unsigned char scripts_elements_find_js[] = {
#embed "page/scripts/elements/find.js"
};
static const unsigned char scripts_elements_frames_js[] = {
#embed "page/scripts/elements/frames.js"
};
static const unsigned char scripts_elements_handing_js[] = {
#embed "page/scripts/elements/handing.js"
};
static const unsigned char scripts_elements_header_table_js[] = {
#embed "page/scripts/elements/header-table.js"
};
static const unsigned char scripts_elements_headers_js[] = {
#embed "page/scripts/elements/headers.js"
};
static const unsigned char scripts_elements_held_editor_js[] = {
#embed "page/scripts/elements/held-editor.js"
};
static const unsigned char scripts_elements_held_js[] = {
#embed "page/scripts/elements/held.js"
};
static const unsigned char scripts_elements_icons_js[] = {
#embed "page/scripts/elements/icons.js"
};
static const unsigned char scripts_elements_inspector_js[] = {
#embed "page/scripts/elements/inspector.js"
};
static const unsigned char scripts_elements_jar_js[] = {
#embed "page/scripts/elements/jar.js"
};
static const unsigned char scripts_elements_lanes_js[] = {
#embed "page/scripts/elements/lanes.js"
};
static const unsigned char scripts_elements_lessons_js[] = {
#embed "page/scripts/elements/lessons.js"
};
static const unsigned char scripts_elements_lines_js[] = {
#embed "page/scripts/elements/lines.js"
};
static const unsigned char scripts_elements_list_columns_js[] = {
#embed "page/scripts/elements/list-columns.js"
};
static const unsigned char scripts_elements_list_head_js[] = {
#embed "page/scripts/elements/list-head.js"
};
static const unsigned char scripts_elements_list_state_js[] = {
#embed "page/scripts/elements/list-state.js"
};
static const unsigned char scripts_elements_list_js[] = {
#embed "page/scripts/elements/list.js"
};
static const unsigned char scripts_elements_locked_js[] = {
#embed "page/scripts/elements/locked.js"
};
static const unsigned char scripts_elements_making_js[] = {
#embed "page/scripts/elements/making.js"
};
static const unsigned char scripts_elements_menu_js[] = {
#embed "page/scripts/elements/menu.js"
};
static const unsigned char scripts_elements_messages_js[] = {
#embed "page/scripts/elements/messages.js"
};
static const unsigned char scripts_elements_notices_js[] = {
#embed "page/scripts/elements/notices.js"
};
static const unsigned char scripts_elements_overview_js[] = {
#embed "page/scripts/elements/overview.js"
};
static const unsigned char scripts_elements_paged_js[] = {
#embed "page/scripts/elements/paged.js"
};
static const unsigned char scripts_elements_palette_js[] = {
#embed "page/scripts/elements/palette.js"
};
static const unsigned char scripts_elements_parts_js[] = {
#embed "page/scripts/elements/parts.js"
};
static const unsigned char scripts_elements_print_js[] = {
#embed "page/scripts/elements/print.js"
};
static const unsigned char scripts_elements_projector_js[] = {
#embed "page/scripts/elements/projector.js"
};
static const unsigned char scripts_elements_redirects_js[] = {
#embed "page/scripts/elements/redirects.js"
};
static const unsigned char scripts_elements_replay_view_js[] = {
#embed "page/scripts/elements/replay-view.js"
};
static const unsigned char scripts_elements_replay_js[] = {
#embed "page/scripts/elements/replay.js"
};
static const unsigned char scripts_elements_rule_editor_js[] = {
#embed "page/scripts/elements/rule-editor.js"
};
static const unsigned char scripts_elements_rule_form_js[] = {
#embed "page/scripts/elements/rule-form.js"
};
static const unsigned char scripts_elements_rules_js[] = {
#embed "page/scripts/elements/rules.js"
};
static const unsigned char scripts_elements_screen_js[] = {
#embed "page/scripts/elements/screen.js"
};
static const unsigned char scripts_elements_sending_js[] = {
#embed "page/scripts/elements/sending.js"
};
static const unsigned char scripts_elements_sessions_js[] = {
#embed "page/scripts/elements/sessions.js"
};
static const unsigned char scripts_elements_setup_js[] = {
#embed "page/scripts/elements/setup.js"
};
static const unsigned char scripts_elements_sheets_js[] = {
#embed "page/scripts/elements/sheets.js"
};
static const unsigned char scripts_elements_socket_sender_js[] = {
#embed "page/scripts/elements/socket-sender.js"
};
static const unsigned char scripts_elements_story_js[] = {
#embed "page/scripts/elements/story.js"
};
static const unsigned char scripts_elements_timing_js[] = {
#embed "page/scripts/elements/timing.js"
};
static const unsigned char scripts_elements_tls_js[] = {
#embed "page/scripts/elements/tls.js"
};
static const unsigned char scripts_elements_top_js[] = {
#embed "page/scripts/elements/top.js"
};
static const unsigned char scripts_elements_undoing_js[] = {
#embed "page/scripts/elements/undoing.js"
};
static const unsigned char scripts_elements_listbox_js[] = {
#embed "page/scripts/elements/listbox.js"
};
static const unsigned char scripts_elements_editing_js[] = {
#embed "page/scripts/elements/editing.js"
};
static const unsigned char scripts_elements_trying_js[] = {
#embed "page/scripts/elements/trying.js"
};
static const unsigned char scripts_elements_waterfall_js[] = {
#embed "page/scripts/elements/waterfall.js"
};
static const unsigned char scripts_ghosts_js[] = {
#embed "page/scripts/ghosts.js"
};
static const unsigned char scripts_main_js[] = {
#embed "page/scripts/main.js"
};
static const unsigned char scripts_model_acts_js[] = {
#embed "page/scripts/model/acts.js"
};
static const unsigned char scripts_model_columns_js[] = {
#embed "page/scripts/model/columns.js"
};
static const unsigned char scripts_model_compose_js[] = {
#embed "page/scripts/model/compose.js"
};
static const unsigned char scripts_model_edited_js[] = {
#embed "page/scripts/model/edited.js"
};
static const unsigned char scripts_model_events_js[] = {
#embed "page/scripts/model/events.js"
};
static const unsigned char scripts_model_frames_js[] = {
#embed "page/scripts/model/frames.js"
};
static const unsigned char scripts_model_glyphs_js[] = {
#embed "page/scripts/model/glyphs.js"
};
static const unsigned char scripts_model_heads_js[] = {
#embed "page/scripts/model/heads.js"
};
static const unsigned char scripts_model_jar_js[] = {
#embed "page/scripts/model/jar.js"
};
static const unsigned char scripts_model_keys_js[] = {
#embed "page/scripts/model/keys.js"
};
static const unsigned char scripts_model_kinds_js[] = {
#embed "page/scripts/model/kinds.js"
};
static const unsigned char scripts_model_lanes_js[] = {
#embed "page/scripts/model/lanes.js"
};
static const unsigned char scripts_model_lines_js[] = {
#embed "page/scripts/model/lines.js"
};
static const unsigned char scripts_model_messages_js[] = {
#embed "page/scripts/model/messages.js"
};
static const unsigned char scripts_model_offsets_js[] = {
#embed "page/scripts/model/offsets.js"
};
static const unsigned char scripts_model_paced_js[] = {
#embed "page/scripts/model/paced.js"
};
static const unsigned char scripts_model_place_js[] = {
#embed "page/scripts/model/place.js"
};
static const unsigned char scripts_model_replay_js[] = {
#embed "page/scripts/model/replay.js"
};
static const unsigned char scripts_model_rows_js[] = {
#embed "page/scripts/model/rows.js"
};
static const unsigned char scripts_model_scale_js[] = {
#embed "page/scripts/model/scale.js"
};
static const unsigned char scripts_model_spans_js[] = {
#embed "page/scripts/model/spans.js"
};
static const unsigned char scripts_model_specs_js[] = {
#embed "page/scripts/model/specs.js"
};
static const unsigned char scripts_model_viewport_js[] = {
#embed "page/scripts/model/viewport.js"
};
static const unsigned char scripts_model_waterfall_js[] = {
#embed "page/scripts/model/waterfall.js"
};
static const unsigned char scripts_model_words_js[] = {
#embed "page/scripts/model/words.js"
};
static const unsigned char scripts_session_js[] = {
#embed "page/scripts/session.js"
};
static const unsigned char scripts_state_js[] = {
#embed "page/scripts/state.js"
};
static const unsigned char scripts_stream_js[] = {
#embed "page/scripts/stream.js"
};
static const unsigned char scripts_tape_js[] = {
#embed "page/scripts/tape.js"
};
static const unsigned char scripts_theme_js[] = {
#embed "page/scripts/theme.js"
};
static const unsigned char scripts_told_js[] = {
#embed "page/scripts/told.js"
};
static const unsigned char styles_base_css[] = {
#embed "page/styles/base.css"
};
static const unsigned char styles_bytes_css[] = {
#embed "page/styles/bytes.css"
};
static const unsigned char styles_inspector_css[] = {
#embed "page/styles/inspector.css"
};
static const unsigned char styles_lanes_css[] = {
#embed "page/styles/lanes.css"
};
static const unsigned char styles_list_css[] = {
#embed "page/styles/list.css"
};
static const unsigned char styles_narrow_css[] = {
#embed "page/styles/narrow.css"
};
static const unsigned char styles_print_css[] = {
#embed "page/styles/print.css"
};
static const unsigned char styles_rules_css[] = {
#embed "page/styles/rules.css"
};

struct file {
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

static const struct file files[] = {
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"scripts/address.js", scripts_address_js, sizeof scripts_address_js},
    {"scripts/app.js", scripts_app_js, sizeof scripts_app_js},
    {"scripts/blocks.js", scripts_blocks_js, sizeof scripts_blocks_js},
    {"scripts/commands.js", scripts_commands_js, sizeof scripts_commands_js},
    {"scripts/detail.js", scripts_detail_js, sizeof scripts_detail_js},
    {"scripts/dom.js", scripts_dom_js, sizeof scripts_dom_js},
    {"scripts/elements/acts.js", scripts_elements_acts_js, sizeof scripts_elements_acts_js},
    {"scripts/elements/body.js", scripts_elements_body_js, sizeof scripts_elements_body_js},
    {"scripts/elements/byte-side.js", scripts_elements_byte_side_js, sizeof scripts_elements_byte_side_js},
    {"scripts/elements/bytes.js", scripts_elements_bytes_js, sizeof scripts_elements_bytes_js},
    {"scripts/elements/cache.js", scripts_elements_cache_js, sizeof scripts_elements_cache_js},
    {"scripts/elements/changes.js", scripts_elements_changes_js, sizeof scripts_elements_changes_js},
    {"scripts/elements/chips.js", scripts_elements_chips_js, sizeof scripts_elements_chips_js},
    {"scripts/elements/compare.js", scripts_elements_compare_js, sizeof scripts_elements_compare_js},
    {"scripts/elements/conditions.js", scripts_elements_conditions_js, sizeof scripts_elements_conditions_js},
    {"scripts/elements/cookies.js", scripts_elements_cookies_js, sizeof scripts_elements_cookies_js},
    {"scripts/elements/endpoints.js", scripts_elements_endpoints_js, sizeof scripts_elements_endpoints_js},
    {"scripts/elements/exchange.js", scripts_elements_exchange_js, sizeof scripts_elements_exchange_js},
    {"scripts/elements/filter.js", scripts_elements_filter_js, sizeof scripts_elements_filter_js},
    {"scripts/elements/find.js", scripts_elements_find_js, sizeof scripts_elements_find_js},
    {"scripts/elements/frames.js", scripts_elements_frames_js, sizeof scripts_elements_frames_js},
    {"scripts/elements/handing.js", scripts_elements_handing_js, sizeof scripts_elements_handing_js},
    {"scripts/elements/header-table.js", scripts_elements_header_table_js,
     sizeof scripts_elements_header_table_js},
    {"scripts/elements/headers.js", scripts_elements_headers_js, sizeof scripts_elements_headers_js},
    {"scripts/elements/held-editor.js", scripts_elements_held_editor_js, sizeof scripts_elements_held_editor_js},
    {"scripts/elements/held.js", scripts_elements_held_js, sizeof scripts_elements_held_js},
    {"scripts/elements/icons.js", scripts_elements_icons_js, sizeof scripts_elements_icons_js},
    {"scripts/elements/inspector.js", scripts_elements_inspector_js, sizeof scripts_elements_inspector_js},
    {"scripts/elements/jar.js", scripts_elements_jar_js, sizeof scripts_elements_jar_js},
    {"scripts/elements/lanes.js", scripts_elements_lanes_js, sizeof scripts_elements_lanes_js},
    {"scripts/elements/lessons.js", scripts_elements_lessons_js, sizeof scripts_elements_lessons_js},
    {"scripts/elements/lines.js", scripts_elements_lines_js, sizeof scripts_elements_lines_js},
    {"scripts/elements/list-columns.js", scripts_elements_list_columns_js, sizeof scripts_elements_list_columns_js},
    {"scripts/elements/list-head.js", scripts_elements_list_head_js, sizeof scripts_elements_list_head_js},
    {"scripts/elements/list-state.js", scripts_elements_list_state_js, sizeof scripts_elements_list_state_js},
    {"scripts/elements/list.js", scripts_elements_list_js, sizeof scripts_elements_list_js},
    {"scripts/elements/locked.js", scripts_elements_locked_js, sizeof scripts_elements_locked_js},
    {"scripts/elements/making.js", scripts_elements_making_js, sizeof scripts_elements_making_js},
    {"scripts/elements/menu.js", scripts_elements_menu_js, sizeof scripts_elements_menu_js},
    {"scripts/elements/messages.js", scripts_elements_messages_js, sizeof scripts_elements_messages_js},
    {"scripts/elements/notices.js", scripts_elements_notices_js, sizeof scripts_elements_notices_js},
    {"scripts/elements/overview.js", scripts_elements_overview_js, sizeof scripts_elements_overview_js},
    {"scripts/elements/paged.js", scripts_elements_paged_js, sizeof scripts_elements_paged_js},
    {"scripts/elements/palette.js", scripts_elements_palette_js, sizeof scripts_elements_palette_js},
    {"scripts/elements/parts.js", scripts_elements_parts_js, sizeof scripts_elements_parts_js},
    {"scripts/elements/print.js", scripts_elements_print_js, sizeof scripts_elements_print_js},
    {"scripts/elements/projector.js", scripts_elements_projector_js, sizeof scripts_elements_projector_js},
    {"scripts/elements/redirects.js", scripts_elements_redirects_js, sizeof scripts_elements_redirects_js},
    {"scripts/elements/replay-view.js", scripts_elements_replay_view_js, sizeof scripts_elements_replay_view_js},
    {"scripts/elements/replay.js", scripts_elements_replay_js, sizeof scripts_elements_replay_js},
    {"scripts/elements/rule-editor.js", scripts_elements_rule_editor_js, sizeof scripts_elements_rule_editor_js},
    {"scripts/elements/rule-form.js", scripts_elements_rule_form_js, sizeof scripts_elements_rule_form_js},
    {"scripts/elements/rules.js", scripts_elements_rules_js, sizeof scripts_elements_rules_js},
    {"scripts/elements/screen.js", scripts_elements_screen_js, sizeof scripts_elements_screen_js},
    {"scripts/elements/sending.js", scripts_elements_sending_js, sizeof scripts_elements_sending_js},
    {"scripts/elements/sessions.js", scripts_elements_sessions_js, sizeof scripts_elements_sessions_js},
    {"scripts/elements/setup.js", scripts_elements_setup_js, sizeof scripts_elements_setup_js},
    {"scripts/elements/sheets.js", scripts_elements_sheets_js, sizeof scripts_elements_sheets_js},
    {"scripts/elements/socket-sender.js", scripts_elements_socket_sender_js, sizeof scripts_elements_socket_sender_js},
    {"scripts/elements/story.js", scripts_elements_story_js, sizeof scripts_elements_story_js},
    {"scripts/elements/timing.js", scripts_elements_timing_js, sizeof scripts_elements_timing_js},
    {"scripts/elements/tls.js", scripts_elements_tls_js, sizeof scripts_elements_tls_js},
    {"scripts/elements/top.js", scripts_elements_top_js, sizeof scripts_elements_top_js},
    {"scripts/elements/undoing.js", scripts_elements_undoing_js, sizeof scripts_elements_undoing_js},
    {"scripts/elements/listbox.js", scripts_elements_listbox_js, sizeof scripts_elements_listbox_js},
    {"scripts/elements/editing.js", scripts_elements_editing_js, sizeof scripts_elements_editing_js},
    {"scripts/elements/trying.js", scripts_elements_trying_js, sizeof scripts_elements_trying_js},
    {"scripts/elements/waterfall.js", scripts_elements_waterfall_js, sizeof scripts_elements_waterfall_js},
    {"scripts/ghosts.js", scripts_ghosts_js, sizeof scripts_ghosts_js},
    {"scripts/main.js", scripts_main_js, sizeof scripts_main_js},
    {"scripts/model/acts.js", scripts_model_acts_js, sizeof scripts_model_acts_js},
    {"scripts/model/columns.js", scripts_model_columns_js, sizeof scripts_model_columns_js},
    {"scripts/model/compose.js", scripts_model_compose_js, sizeof scripts_model_compose_js},
    {"scripts/model/edited.js", scripts_model_edited_js, sizeof scripts_model_edited_js},
    {"scripts/model/events.js", scripts_model_events_js, sizeof scripts_model_events_js},
    {"scripts/model/frames.js", scripts_model_frames_js, sizeof scripts_model_frames_js},
    {"scripts/model/glyphs.js", scripts_model_glyphs_js, sizeof scripts_model_glyphs_js},
    {"scripts/model/heads.js", scripts_model_heads_js, sizeof scripts_model_heads_js},
    {"scripts/model/jar.js", scripts_model_jar_js, sizeof scripts_model_jar_js},
    {"scripts/model/keys.js", scripts_model_keys_js, sizeof scripts_model_keys_js},
    {"scripts/model/kinds.js", scripts_model_kinds_js, sizeof scripts_model_kinds_js},
    {"scripts/model/lanes.js", scripts_model_lanes_js, sizeof scripts_model_lanes_js},
    {"scripts/model/lines.js", scripts_model_lines_js, sizeof scripts_model_lines_js},
    {"scripts/model/messages.js", scripts_model_messages_js, sizeof scripts_model_messages_js},
    {"scripts/model/offsets.js", scripts_model_offsets_js, sizeof scripts_model_offsets_js},
    {"scripts/model/paced.js", scripts_model_paced_js, sizeof scripts_model_paced_js},
    {"scripts/model/place.js", scripts_model_place_js, sizeof scripts_model_place_js},
    {"scripts/model/replay.js", scripts_model_replay_js, sizeof scripts_model_replay_js},
    {"scripts/model/rows.js", scripts_model_rows_js, sizeof scripts_model_rows_js},
    {"scripts/model/scale.js", scripts_model_scale_js, sizeof scripts_model_scale_js},
    {"scripts/model/spans.js", scripts_model_spans_js, sizeof scripts_model_spans_js},
    {"scripts/model/specs.js", scripts_model_specs_js, sizeof scripts_model_specs_js},
    {"scripts/model/viewport.js", scripts_model_viewport_js, sizeof scripts_model_viewport_js},
    {"scripts/model/waterfall.js", scripts_model_waterfall_js, sizeof scripts_model_waterfall_js},
    {"scripts/model/words.js", scripts_model_words_js, sizeof scripts_model_words_js},
    {"scripts/session.js", scripts_session_js, sizeof scripts_session_js},
    {"scripts/state.js", scripts_state_js, sizeof scripts_state_js},
    {"scripts/stream.js", scripts_stream_js, sizeof scripts_stream_js},
    {"scripts/tape.js", scripts_tape_js, sizeof scripts_tape_js},
    {"scripts/theme.js", scripts_theme_js, sizeof scripts_theme_js},
    {"scripts/told.js", scripts_told_js, sizeof scripts_told_js},
    {"styles/base.css", styles_base_css, sizeof styles_base_css},
    {"styles/bytes.css", styles_bytes_css, sizeof styles_bytes_css},
    {"styles/inspector.css", styles_inspector_css, sizeof styles_inspector_css},
    {"styles/lanes.css", styles_lanes_css, sizeof styles_lanes_css},
    {"styles/list.css", styles_list_css, sizeof styles_list_css},
    {"styles/narrow.css", styles_narrow_css, sizeof styles_narrow_css},
    {"styles/print.css", styles_print_css, sizeof styles_print_css},
    {"styles/rules.css", styles_rules_css, sizeof styles_rules_css},
};

int cpage_file(size_t number, const char **path, const unsigned char **bytes, size_t *count) {
    if (number >= sizeof files / sizeof files[0]) return 0;
    *path = files[number].path;
    *bytes = files[number].bytes;
    *count = files[number].count;
    return 1;
}
