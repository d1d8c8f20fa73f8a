#!/bin/sh
# Has Neovim, without a window, open a file of a sample with 'storedoctor lsp' behind it: prints the
# diagnostics, goes to an inverse, applies a code action, and prints what is left. Ends with 1 when
# something is not as it should be. Needs nvim (0.7 or newer); the program is .build/debug/storedoctor,
# or what STOREDOCTOR_TOOL names.
set -eu
cd "$(dirname "$0")/.."
tool=$(realpath "${STOREDOCTOR_TOOL:-.build/debug/storedoctor}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R Samples/Recipes "$folder/app"
cat > "$folder/init.lua" <<'LUA'
local tool = vim.env.STOREDOCTOR_TOOL
local root = vim.env.STOREDOCTOR_ROOT
local failed = false

local function check(condition, what)
  io.stdout:write((condition and "ok   " or "FAIL ") .. what .. "\n")
  failed = failed or not condition
end

local function run()
  local config = { name = "storedoctor", cmd = { tool, "lsp" }, root_dir = root }
  local id
  if vim.lsp.start then
    id = vim.lsp.start(config)
  else
    id = vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(0, id)
  end
  local count = function() return #vim.diagnostic.get(0) end
  check(vim.wait(60000, function() return count() > 0 end, 50), "diagnostics came")
  for _, one in ipairs(vim.diagnostic.get(0)) do
    io.stdout:write(string.format("     %d:%d %s: %s\n", one.lnum + 1, one.col + 1,
      tostring(one.code), vim.split(one.message, "\n")[1]))
  end
  local before = count()
  local client = vim.lsp.get_client_by_id(id)
  local function ask(method, params)
    local answer = client.request_sync(method, params, 10000, 0)
    return answer and answer.result
  end
  local function at(pattern, shift)
    vim.fn.cursor(1, 1)
    vim.fn.search(pattern)
    vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + (shift or 0))
    return vim.lsp.util.make_position_params(0, client.offset_encoding)
  end
  local hover = ask("textDocument/hover", at("minutes"))
  check(hover and hover.contents.value:find("ZMINUTES"), "hover names the column")
  local target = ask("textDocument/definition", at("var ingredients", 5))
  check(target and target[1] and target[1].range.start.line == vim.fn.search("var recipe:") - 1,
    "the definition of a relationship is its inverse")
  -- The first finding that has a fix.
  for _, one in ipairs(vim.diagnostic.get(0)) do
    local place = { line = one.lnum, character = one.col }
    local actions = ask("textDocument/codeAction", {
      textDocument = vim.lsp.util.make_text_document_params(0),
      range = { start = place, ["end"] = place }, context = { diagnostics = {} },
    })
    for _, action in ipairs(actions or {}) do
      if action.edit then
        io.stdout:write("     action: " .. action.title .. "\n")
        vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
        check(vim.wait(30000, function() return count() < before end, 50), "the action removed a finding")
        check(vim.bo.modified, "in the buffer, which is not saved")
        return
      end
    end
  end
  check(false, "there is a code action")
end

vim.defer_fn(function()
  local done, problem = pcall(run)
  if not done then check(false, tostring(problem)) end
  for _, client in pairs(vim.lsp.get_active_clients and vim.lsp.get_active_clients() or vim.lsp.get_clients()) do
    client.stop()
  end
  vim.wait(5000, function() return vim.tbl_isempty(vim.lsp.buf_get_clients and vim.lsp.buf_get_clients() or vim.lsp.get_clients()) end, 50)
  vim.cmd(failed and "cquit 1" or "qall!")
end, 100)
LUA
export STOREDOCTOR_TOOL="$tool" STOREDOCTOR_ROOT="$folder/app"
file=$(find "$folder/app/Sources" -name 'Recipe*.swift' | head -n 1)
timeout 180 nvim --headless --clean -u "$folder/init.lua" "$file"
