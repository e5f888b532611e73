# cmake -P devcontainer_test.cmake: the container for a Mac has the packages that the README names and that ./run and
# ./test would install, so that nothing is missing there; its description is JSON and names existing files.
cmake_minimum_required(VERSION 3.25)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

# packages_in(result file pattern): the sorted words that the pattern's group finds.
function(packages_in result file pattern)
  file(READ ${root}/${file} text)
  string(REPLACE "\\\n" " " text "${text}")
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${file} names no packages")
  endif()
  string(REGEX MATCHALL "[a-z0-9.+-]+" words "${CMAKE_MATCH_1}")
  list(SORT words)
  set(${result} "${words}" PARENT_SCOPE)
endfunction()

packages_in(installed scripts/setup.sh "\npackages=\\(([^)]*)\\)")
packages_in(named README.md "\napt-get install ([^\n#]*)")
packages_in(contained .devcontainer/Dockerfile "--no-install-recommends ([^\n]*g\\+\\+[^\n]*)")
foreach(list IN ITEMS named contained)
  if(NOT "${${list}}" STREQUAL "${installed}")
    message(SEND_ERROR "${list}: ${${list}}\nscripts/setup.sh: ${installed}")
  endif()
endforeach()

# The packages that setup.sh may find missing are among those that it names.
file(READ ${root}/scripts/setup.sh text)
string(REGEX MATCHALL "printf '[^' %]+ '" missing "${text}")
if(NOT missing)
  message(SEND_ERROR "scripts/setup.sh looks for no package")
endif()
foreach(word IN LISTS missing)
  string(REGEX REPLACE "printf '([^ ]+) '" "\\1" word "${word}")
  if(NOT word IN_LIST installed)
    message(SEND_ERROR "scripts/setup.sh looks for ${word}, which its list lacks")
  endif()
endforeach()

file(READ ${root}/.devcontainer/devcontainer.json description)
string(JSON dockerfile GET "${description}" build dockerfile)  # ends the test if this is no JSON
string(JSON command GET "${description}" postCreateCommand)
string(REGEX REPLACE " .*" "" command "${command}")
foreach(file IN ITEMS .devcontainer/${dockerfile} ${command})
  if(NOT EXISTS ${root}/${file})
    message(SEND_ERROR "devcontainer.json names ${file}, and there is none")
  endif()
endforeach()
